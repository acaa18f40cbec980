const { join, sep } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * What takes longest. Of what runs beside the end-to-end tests, those that need no n8n come after the two longest: all others wait
 * until n8n is installed.
 */
const first = [
	join('fuzz', 'fuzz.test.ts'),
	...['wait', 'faults', 'trigger', 'download', 'create', 'others'].map((name) =>
		join('areas', `${name}.test.ts`),
	),
	...['killed', 'waiting', 'scanner'].map((name) => join('e2e', `${name}.test.ts`)),
	join('fuzz', 'planted.test.ts'),
	join('engine', sep),
	...['editor', 'overdue', 'recipes', 'download'].map((name) => join('e2e', `${name}.test.ts`)),
].map((part) => join('test', part));

/** Where jest knows no durations it goes by the sizes of files, and a suite that waits for minutes would come last. */
module.exports = class extends Sequencer {
	sort(tests) {
		const rank = ({ path }) => [...first, ''].findIndex((part) => path.includes(part));
		return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
	}
};
