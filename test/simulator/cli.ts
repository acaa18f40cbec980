/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- a command, it never runs inside n8n */
import { parseArgs } from 'node:util';
import { ZodError } from 'zod/v3';
import { problemOf } from './control';
import { markers, nothingMatches } from './markers';
import { startSimulator } from './server';

const help = `The video clipping service as a local server, for trying things out.

Usage: npx tsx test/simulator/cli.ts [options]

  --port N                 port on 127.0.0.1 (4010; 0 takes any free one)
  --api-key TEXT           the only key that is accepted (sim-key)
  --processing-seconds N   time until the clips of a project are ready (20)
  --webhook-url URL        called once per project when it is ready (none)
  --no-limits              any number of projects (3 a minute, 20 an hour)
  --help                   this text

What only the service can judge is steered by a word in videoUrl, as a path segment or in the query
(https://films.example/sim-slow/talk.mp4, https://www.youtube.com/watch?v=abc&sim-live):

${markers.map(([word, meaning]) => `  ${word.padEnd(20)} ${meaning}`).join('\n')}

The word ${nothingMatches} in keywords makes a project ready without clips.
GET /control shows all that came in. POST /control with {"finish": "20417733"} makes a project ready at once; "settings",
"faults" and "deliver" are in test/simulator/control.ts.
`;

const options = {
	port: { type: 'string', default: '4010' },
	'api-key': { type: 'string' },
	'processing-seconds': { type: 'string' },
	'webhook-url': { type: 'string' },
	'no-limits': { type: 'boolean' },
	help: { type: 'boolean' },
} as const;

async function main(): Promise<void> {
	const { values } = parseArgs({ options });
	if (values.help) return void process.stdout.write(help);
	const seconds = values['processing-seconds'];
	const simulator = await startSimulator({
		port: Number(values.port),
		apiKey: values['api-key'],
		processingSeconds: seconds === undefined ? undefined : Number(seconds),
		webhookUrl: values['webhook-url'],
		submissionLimits: values['no-limits'] ? null : undefined,
		log: (line) => process.stdout.write(`${line}\n`),
	});
	process.once('SIGINT', () => void simulator.close());
	process.once('SIGTERM', () => void simulator.close());
	process.stdout.write(`The video clipping simulator is running.

  Base URL     ${simulator.baseUrl}
  API key      ${simulator.apiKey}
  Header name  ${simulator.headerName}
  Web page     ${simulator.origin}/

Ctrl-C ends it; --help lists its options.

`);
}

main().catch((error: unknown) => {
	const code = error instanceof Error && 'code' in error ? String(error.code) : '';
	const isUsage = error instanceof ZodError || code.startsWith('ERR_');
	const problem =
		code === 'EADDRINUSE' ? 'The port is in use; choose another one with --port.' : problemOf(error);
	process.stderr.write(
		`${problem}\n${isUsage ? 'npx tsx test/simulator/cli.ts --help lists the options.\n' : ''}`,
	);
	process.exitCode = isUsage ? 2 : 1;
});
