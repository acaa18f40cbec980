import { itemsOf } from '../../host';
import type { Bed } from '../bed';
import { clip, flow, type NodeSettings, startWith } from '../flows';

/** Where money could be spent twice, or a result be lost. */
export function failureCases(bed: Bed): void {
	/** Runs Create, with its own settings, over videos of one mark. */
	const create = async (mark: string, markers: string[], settings: NodeSettings) => {
		const videos = markers.map((marker, index) => ({
			videoUrl: `https://media.example.com/${mark}-${index}/${marker}/talk.mp4`,
		}));
		return await bed.run(
			flow(mark, [
				...startWith('Videos', videos),
				clip('Create', { operation: 'create', videoUrl: '={{ $json.videoUrl }}' }, settings),
			]),
		);
	};
	const projectOf = (text: string) => bed.submissionsOf(text).at(-1)?.projectId;
	/** How many projects were paid for, for each video of a mark. */
	const paid = (mark: string, videos: number) =>
		Array.from(
			{ length: videos },
			(_, index) =>
				bed.submissionsOf(`${mark}-${index}/`).filter(({ projectId }) => projectId !== null).length,
		);

	it('leaves by the error output, alone, when one video of several is refused', async () => {
		const execution = await create('error-output', ['good', 'sim-too-short', 'good'], {
			onError: 'continueErrorOutput',
		});
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Create').map(({ json, pairedItem }) => [json.projectId, pairedItem])).toEqual([
			[projectOf('error-output-0'), { item: 0 }],
			[projectOf('error-output-2'), { item: 2 }],
		]);
		const refused = itemsOf(execution, 'Create', 1);
		expect(refused).toHaveLength(1);
		const { error, details } = refused[0]?.json ?? {};
		expect(error).toContain('The service cannot use this video');
		expect(details).toMatchObject({ code: '4005', httpCode: '200' });
		expect(JSON.stringify(details)).toContain('video is shorter than 1 minute');
		expect(paid('error-output', 3)).toEqual([1, 0, 1]);
	});

	it('is tried again by Retry On Fail without paying twice for the video before it', async () => {
		const execution = await create('retried', ['good', 'sim-live', 'good'], {
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 100,
		});
		expect(execution.status).toBe('error');
		expect(execution.error?.message).toContain('[item 1]');
		expect(execution.error?.description).toContain(projectOf('retried-0'));
		expect(bed.submissionsOf('retried-0/')).toHaveLength(1);
		expect(bed.submissionsOf('retried-1/')).toHaveLength(3);
		expect(paid('retried', 3)).toEqual([1, 0, 0]);
	});

	it('is tried again beside Continue On Fail without paying twice for the others', async () => {
		const execution = await create('continued', ['sim-live', 'good', 'good'], {
			onError: 'continueRegularOutput',
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 100,
		});
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Create').map(({ json }) => json.projectId ?? null)).toEqual([
			null,
			projectOf('continued-1'),
			projectOf('continued-2'),
		]);
		expect(paid('continued', 3)).toEqual([0, 1, 1]);
	});

	it('says that it is unknown whether a project exists when the answer is lost, and does not pay again', async () => {
		bed.simulator.faults.add({
			on: 'create',
			phase: 'after',
			match: { videoUrlIncludes: 'lost-0' },
			fault: { kind: 'reset' },
		});
		const execution = await create('lost', ['good'], {
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 100,
		});
		expect(execution.status).toBe('error');
		expect(execution.error?.message).toContain('It is unknown whether the project was created');
		expect(bed.submissionsOf('lost-0/')).toHaveLength(1);
		expect(paid('lost', 1)).toEqual([1]);
	});
}
