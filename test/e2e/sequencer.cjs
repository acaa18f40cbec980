const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes longest; where jest knows no durations, it would come last. */
const first = [
	...['lint/', 'unit/package/tarball', 'areas/faults', 'areas/others', 'areas/'],
	...['e2e/killed', 'e2e/waiting', 'e2e/server', 'engine/', 'e2e/editor'],
];

module.exports = class extends Sequencer {
	sort(tests) {
		const rank = ({ path }) =>
			[...first, ''].findIndex((part) => path.replaceAll('\\', '/').includes(`test/${part}`));
		return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
	}
};
