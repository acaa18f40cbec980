const { default: Sequencer } = require('@jest/test-sequencer');

/** Seconds that test files take, as measured on two cores: the longest begin first, or all others wait for them at the end. */
const seconds = Object.entries({
	'week/queue': 350,
	'n8n/recipes': 260,
	'n8n/killed': 240,
	'n8n/waiting': 209,
	'n8n/server': 130,
	'n8n/podcast': 130,
	'n8n/editor': 122,
	'n8n/pressed': 60,
	'lint/': 64,
	'areas/money': 40,
	'areas/obstacles': 30,
	'areas/download': 25,
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
