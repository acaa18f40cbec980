// Loads the nodes and credentials of an installed package as n8n does at its start, in a process that has loaded what n8n
// has loaded by then, and prints milliseconds of CPU time (other
// programs on the machine do not count) and the number of files.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

require('n8n-workflow');
require('zod');
require('zod/v3');

const [folder] = process.argv.slice(2);
const { n8n } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const before = Object.keys(require.cache).length;
const began = process.cpuUsage();
for (const file of [...(n8n.nodes ?? []), ...(n8n.credentials ?? [])]) {
	const name = file.split('/').pop().split('.')[0];
	const types = require(join(folder, file));
	// n8n makes one of each to learn its description.
	void new types[name]();
}
const { user, system } = process.cpuUsage(began);
const milliseconds = (user + system) / 1000;
process.stdout.write(JSON.stringify({ milliseconds, files: Object.keys(require.cache).length - before }));
