// Draws: reads a Vega-Lite specification from standard input, writes the SVG to standard output.
import { View, parse } from 'vega';
import { compile } from 'vega-lite';

let text = '';
for await (const chunk of process.stdin) text += chunk;
const { spec } = compile(JSON.parse(text));
const svg = await new View(parse(spec), { renderer: 'none' }).toSVG();
process.stdout.write(`${svg}\n`);
