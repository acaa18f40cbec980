import type * as StartUp from '../../../nodes/Clip/wait/startUp';

describe('A process that checks on projects', () => {
	const BEGAN = Date.UTC(2026, 0, 1);

	/** What a process that has just been started says at these moments, in milliseconds after its first check. */
	const says = (...moments: number[]): boolean[] => {
		const answers: boolean[] = [];
		const clock = jest.spyOn(Date, 'now');
		jest.isolateModules(() => {
			const { hasJustStarted } = jest.requireActual<typeof StartUp>('../../../nodes/Clip/wait/startUp');
			for (const moment of moments) {
				clock.mockReturnValue(BEGAN + moment);
				answers.push(hasJustStarted());
			}
		});
		clock.mockRestore();
		return answers;
	};

	it('has just started for half a minute after its first check, and never again', () => {
		expect(says(0, 1, 29_999, 30_000, 1)).toEqual([true, true, true, false, false]);
	});

	it('does not stay so for ever when its clock is set back', () => {
		expect(says(0, -29_999, -30_000, 0)).toEqual([true, true, false, false]);
	});
});
