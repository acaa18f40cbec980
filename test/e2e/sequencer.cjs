const { join } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes longest, after the only suite that needs no n8n: the others wait until n8n is installed. */
const first = ['scanner', 'killed', 'editor', 'kills', 'killsWaiting', 'durable', 'download'].map((name) =>
	join('test', 'e2e', `${name}.test.ts`),
);

/** Where jest knows no durations it goes by the sizes of files, and a suite that waits for minutes would come last. */
module.exports = class extends Sequencer {
	sort(tests) {
		const rank = ({ path }) => [...first, ''].findIndex((end) => path.endsWith(end));
		return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
	}
};
