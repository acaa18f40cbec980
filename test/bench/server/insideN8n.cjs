/**
 * Loaded first into an n8n that is measured: answers on 127.0.0.1 with what the process has used so far. Plain JavaScript:
 * it is loaded by Node itself.
 */
const { writeFileSync } = require('node:fs');
const { createServer } = require('node:http');
const { join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { isMainThread } = require('node:worker_threads');

const folder = process.env.BENCH_PROBE_FOLDER;

if (isMainThread && folder !== undefined) {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc');
	const server = createServer((request, response) => {
		// Twice: what is freed by a finalizer goes with the second one.
		if (request.url === '/collect') [1, 2].forEach(() => collect());
		const { user, system } = process.cpuUsage();
		const { rss, heapUsed, external } = process.memoryUsage();
		const cpuMs = (user + system) / 1000;
		response.end(JSON.stringify({ cpuMs, rssMb: rss / 1e6, heldMb: (heapUsed + external) / 1e6 }));
	});
	server.unref();
	server.listen(0, '127.0.0.1', () => {
		writeFileSync(join(folder, `${process.pid}.port`), String(server.address().port));
	});
}
