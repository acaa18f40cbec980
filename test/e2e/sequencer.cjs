const { default: Sequencer } = require('@jest/test-sequencer');

/** Seconds that test files take, as measured on two cores: the longest begin first, or all others wait for them at the end. */
const seconds = Object.entries({
	'e2e/killed': 280,
	'proof/queue': 350,
	'proof/podcast': 280,
	'e2e/waiting': 209,
	'e2e/server': 206,
	'e2e/recipes': 160,
	'e2e/podcast': 150,
	'e2e/editor': 122,
	'lint/': 64,
	'areas/others': 43,
	'areas/faults': 40,
	'areas/files': 22,
	'unit/package/tarball': 16,
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
