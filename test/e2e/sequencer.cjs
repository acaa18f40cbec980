const { join } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * What takes longest. Of the end-to-end tests, after the only suite that needs no n8n: the others wait until n8n is installed.
 */
const first = [
	join('fuzz', 'fuzz.test.ts'),
	...['wait', 'faults', 'trigger', 'download', 'create', 'others'].map((name) =>
		join('areas', `${name}.test.ts`),
	),
	...['scanner', 'killed', 'editor', 'kills', 'killsWaiting', 'durable', 'download'].map((name) =>
		join('e2e', `${name}.test.ts`),
	),
].map((file) => join('test', file));

/** Where jest knows no durations it goes by the sizes of files, and a suite that waits for minutes would come last. */
module.exports = class extends Sequencer {
	sort(tests) {
		const rank = ({ path }) => [...first, ''].findIndex((end) => path.endsWith(end));
		return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
	}
};
