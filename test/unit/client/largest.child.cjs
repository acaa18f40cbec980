// Reads answers from a server one after the other, as Get does, from the socket to the items, and prints what came of each, and
// by how many megabytes this process has grown at most.
const { once } = require('node:events');
const { get } = require('node:http');
const { readBody } = require('../../../nodes/Clip/client/body');
const { clipOutput } = require('../../../nodes/Clip/get/clipOutput');
const { readAnswer } = require('../../../nodes/Clip/interface/answer');
const { toItems } = require('../../../nodes/Clip/n8n/items');

async function read(url) {
	const [response] = await once(get(url), 'response');
	const text = await readBody(response, new AbortController().signal);
	if (text === null) return 'too long';
	const answer = readAnswer('query', 200, text, '7');
	if (!('project' in answer)) return answer.serviceMessage || answer.outcome;
	return toItems([clipOutput(answer.project, { minViralScore: null, limit: null }, 'clips')]).length;
}

async function main([origin, count]) {
	const before = process.memoryUsage().rss;
	const results = [];
	for (let each = 0; each < Number(count); each += 1) {
		// What the answer before has left is not counted, however late a busy machine clears it away.
		globalThis.gc();
		results.push(await read(`${origin}/${each}`));
	}
	const megabytes = Math.round((process.resourceUsage().maxRSS * 1024 - before) / 1e6);
	process.stdout.write(JSON.stringify({ results, megabytes }));
}

void main(process.argv.slice(2));
