const { default: Sequencer } = require('@jest/test-sequencer');

/** Seconds that test files take, as measured on two cores: the longest begin first, or all others wait for them at the end. */
const seconds = Object.entries({
	'week/queue': 350,
	'n8n/killed': 290,
	'n8n/recipes': 240,
	'n8n/editor': 235,
	'n8n/waiting': 220,
	'n8n/podcast': 180,
	'n8n/server': 175,
	'lint/': 116,
	'n8n/pressed': 80,
	'areas/wait': 54,
	'areas/obstacles': 41,
	'engine/wait/wait': 39,
	'areas/money': 28,
	'areas/download': 24,
	'promise/tarball': 16,
	'areas/': 12,
	'engine/': 5,
});

module.exports = class extends Sequencer {
	sort(tests) {
		const taken = ({ path }) => seconds.find(([part]) => path.includes(`test/${part}`))?.[1] ?? 0;
		// What is not in the table comes last, as jest would have it.
		return [...super.sort(tests)].sort((one, other) => taken(other) - taken(one));
	}
};
