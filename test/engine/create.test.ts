import { routesErrorDetails } from '../../nodes/Clip/n8n/host';
import type { INodeParameters } from 'n8n-workflow';
import { credentialFor, itemsOf, useBench, YOUTUBE } from './support';

const create = { operation: 'create', videoUrl: '={{ $json.videoUrl ?? "https://youtu.be/a" }}' };
const submitOnly = { ...create, waitForClips: false };

describe('Create', () => {
	const bench = useBench();

	it('waits and returns one ready project for each item, in order, with ranked clips', async () => {
		const { items, error } = await bench.clip(create, {
			items: itemsOf({ videoUrl: 'https://youtu.be/a' }, { videoUrl: 'https://vimeo.com/2' }),
		});
		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		for (const [index, { json }] of items.entries()) {
			expect(json).toMatchObject({ status: 'ready', projectId: bench.simulator().ledger[index]?.projectId });
			expect(json.clips).toHaveLength(Number(json.clipCount));
		}
	});

	it('waits for several projects side by side, each asked once an interval', async () => {
		const links = Array.from({ length: 8 }, (_, index) => ({ videoUrl: `https://youtu.be/${index}` }));
		const parameters = {
			...create,
			waitMode: 'inProcess',
			submissionOptions: { submissionsPerMinute: 60 },
		};
		const { items } = await bench.clip(parameters, { items: itemsOf(...links) });
		expect(items).toHaveLength(8);
		const queries = bench.simulator().requests.filter(({ method }) => method === 'GET');
		// 100 seconds at an interval of 30: four questions for each, whatever their number.
		expect(queries).toHaveLength(8 * 4);
		const last = bench.simulator().requests.at(-1);
		expect((last?.at ?? 0) - (bench.simulator().ledger[0]?.at ?? 0)).toBeLessThan(150_000);
	});

	it('returns the processing project at once when it does not wait', async () => {
		const { items } = await bench.clip(submitOnly);
		expect(items[0]?.json).toMatchObject({ status: 'processing', clipCount: 0 });
		expect(items[0]?.json).not.toHaveProperty('clips');
		expect(bench.simulator().requests).toHaveLength(1);
	});

	it('keeps an id above 2^53 exact', async () => {
		bench.simulator().configure({ idStyle: 'big' });
		const { items } = await bench.clip(create);
		expect(items[0]?.json.projectId).toBe(bench.simulator().ledger[0]?.projectId);
		expect(Number.isSafeInteger(Number(items[0]?.json.projectId))).toBe(false);
	});

	it('ends with the project ID and how to go on when the limit is over', async () => {
		const { error } = await bench.clip({ ...create, waitOptions: { maxWait: 1 } });
		const { projectId } = bench.simulator().ledger[0] ?? {};
		expect(error?.message).toContain(`project ${projectId ?? '?'}`);
		expect(error?.message).toContain('Not ready after');
		expect(error?.description).toContain("use 'Wait' or 'Get'");
	});

	it('names the other projects of the run when one of them fails', async () => {
		const { error } = await bench.clip(create, {
			items: itemsOf({ videoUrl: YOUTUBE }, { videoUrl: 'https://youtu.be/sim-clipping-fails' }),
		});
		const [first, second] = bench.simulator().ledger;
		expect(error?.message).toBe('The service could not clip this video [item 1]');
		expect(error?.description).toContain(`project ID ${second?.projectId ?? '?'}`);
		expect(error?.description).toContain(`Other projects of this run: ${first?.projectId ?? '?'} (item 0).`);
	});

	it.each([
		['sim-live', '4004', 'Live videos are not supported'],
		['sim-too-short', '4005', 'shorter than 1 minute'],
		['sim-too-long', '4005', 'longer than 600 minutes'],
		['sim-too-big', '4005', 'larger than 10 GB'],
		['sim-unreachable', '4008', 'cannot download the video'],
		['sim-no-speech', '4010', "choose it in 'Language'"],
		['sim-no-minutes', '4007', 'Add minutes'],
	])('explains a refused video: %s', async (marker, code, hint) => {
		const { error } = await bench.clip(create, {
			items: itemsOf({ videoUrl: `https://youtu.be/${marker}` }),
		});
		expect(error?.description).toContain('No project was created and nothing was charged.');
		expect(error?.description).toContain(hint);
		expect(error?.description).toContain(`code ${code}`);
		expect(error?.context).toMatchObject({ itemIndex: 0 });
	});

	it('explains a template of another ratio', async () => {
		const { error } = await bench.clip({
			...create,
			ratioOfClip: 4,
			additionalFields: { templateId: 88101 },
		});
		expect(error?.description).toContain("'Template ID' whose ratio differs from 'Aspect Ratio'");
	});

	describe('with On Error set to continue', () => {
		const settings = { onError: 'continueErrorOutput' as const };

		it('gives each item its own outcome, failed ones on the error output', async () => {
			const { items, errorItems } = await bench.clip(create, {
				settings,
				items: itemsOf(
					{ videoUrl: YOUTUBE },
					{ videoUrl: 'not a link' },
					{ videoUrl: 'https://youtu.be/sim-no-minutes' },
					{ videoUrl: 'https://youtu.be/sim-clipping-fails' },
				),
			});
			expect(items.map(({ json }) => json.status)).toEqual(['ready']);
			expect(errorItems.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 2 }, { item: 3 }]);
			const facts = [
				"'Video URL'",
				'code 4007',
				`project ID ${bench.simulator().ledger[2]?.projectId ?? ''}`,
			];
			for (const [index, fact] of facts.entries()) {
				expect(JSON.stringify(errorItems[index]?.json)).toContain(fact);
			}
			if (!routesErrorDetails) return;
			expect(errorItems.map(({ json }) => json.details)).toMatchObject([
				{ code: 'invalidParameter' },
				{ code: '4007', outcome: 'quota' },
				{ code: '4002', projectId: bench.simulator().ledger[2]?.projectId },
			]);
		});

		it('gives an error item for each item when the credential is not usable', async () => {
			const { items, errorItems } = await bench.clip(create, {
				settings,
				items: itemsOf({}, {}),
				credentials: { ...credentialFor(bench.simulator()), baseUrl: 'service.example' },
			});
			expect(items).toEqual([]);
			expect(errorItems).toHaveLength(2);
		});
	});

	describe('never pays twice', () => {
		const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1_000 };
		const twoVideos = itemsOf({ videoUrl: YOUTUBE }, { videoUrl: 'https://youtu.be/sim-no-minutes' });

		it('submits an accepted item once when Retry On Fail runs the node again', async () => {
			await bench.clip(create, { settings: retry, items: twoVideos });
			const accepted = bench.simulator().ledger.filter(({ projectId }) => projectId !== null);
			expect(accepted).toHaveLength(1);
			expect(bench.simulator().ledger).toHaveLength(1 + 3);
		});

		it('submits an item of unknown fate once, and says that it is unknown', async () => {
			bench.simulator().faults.add({ on: 'create', phase: 'after', fault: { kind: 'reset' } });
			const { error } = await bench.clip(submitOnly, { settings: retry });
			expect(bench.simulator().ledger).toHaveLength(1);
			expect(error?.message).toBe('It is unknown whether the project was created [item 0]');
			expect(error?.description).toContain('https://youtu.be/a, submitted at');
		});

		it.each([
			[
				'an answer that is not JSON',
				{ kind: 'body', body: '<html>Welcome</html>', contentType: 'text/html' },
			],
			['half an answer', { kind: 'cut', afterBytes: 12 }],
			['code 2000 without a project ID', { kind: 'body', body: '{"code":2000,"errMsg":""}' }],
			['HTTP 502', { kind: 'status', status: 502 }],
		] as const)('does not submit again after %s', async (_name, fault) => {
			bench.simulator().faults.add({ on: 'create', phase: 'after', fault });
			const { error } = await bench.clip(submitOnly, { settings: retry });
			expect(bench.simulator().ledger).toHaveLength(1);
			expect(error?.message).toContain('It is unknown whether the project was created');
		});

		it('keeps to three a minute by itself, and says so in a hint', async () => {
			bench.simulator().configure({ submissionLimits: { perMinute: 3, perHour: 20 } });
			const links = Array.from({ length: 7 }, (_, index) => ({ videoUrl: `https://youtu.be/${index}` }));
			const { items, error, hints } = await bench.clip(submitOnly, { items: itemsOf(...links) });
			expect(error).toBeUndefined();
			expect(items).toHaveLength(7);
			expect(bench.simulator().ledger.map(({ code }) => code)).toEqual(links.map(() => 2000));
			expect(hints[0]).toContain('to keep to the limits of the service');
		});

		it('submits again when the service turned it away for the rate limit, also for a whole hour', async () => {
			bench.simulator().configure({ submissionLimits: { perMinute: 3, perHour: 4 } });
			const links = Array.from({ length: 6 }, (_, index) => ({ videoUrl: `https://youtu.be/${index}` }));
			const { items, error } = await bench.clip(submitOnly, { items: itemsOf(...links) });
			expect(error).toBeUndefined();
			expect(items).toHaveLength(6);
			expect(bench.simulator().ledger.filter(({ projectId }) => projectId !== null)).toHaveLength(6);
		});

		it('gives up on the rate limit after the time that the user allows, and says that nothing was charged', async () => {
			bench.simulator().configure({ submissionLimits: { perMinute: 1, perHour: 1 } });
			const { error } = await bench.clip(
				{ ...submitOnly, submissionOptions: { maxRateLimitWait: 3 } },
				{ items: itemsOf({}, { videoUrl: YOUTUBE }) },
			);
			expect(error?.message).toBe('The service accepts no more submissions at the moment [item 1]');
			expect(error?.description).toContain('No project was created and nothing was charged.');
			expect(error?.description).toContain('(item 0)');
		});

		it('comes back when a gateway says so', async () => {
			const headers = { 'retry-after': '7' };
			bench
				.simulator()
				.faults.add({ on: 'create', phase: 'before', fault: { kind: 'status', status: 429, headers } });
			const { error } = await bench.clip(submitOnly);
			expect(error).toBeUndefined();
			const [first, second] = bench.simulator().requests;
			const pause = (second?.at ?? 0) - (first?.at ?? 0);
			expect(pause).toBeGreaterThanOrEqual(7_000);
			expect(pause).toBeLessThan(15_000);
		});
	});
});

describe('Create with bad input', () => {
	const bench = useBench();
	const cases: Array<[name: string, parameters: INodeParameters, field: string, rule: string]> = [
		['no link', { videoUrl: '={{ "" }}' }, 'videoUrl', 'must be a link'],
		['a link of another kind', { videoUrl: 'ftp://example.com/a.mp4' }, 'videoUrl', 'http:// or https://'],
		['a link without a host', { videoUrl: 'https:///a.mp4' }, 'videoUrl', 'names a host'],
		['an unknown host', { videoUrl: 'https://example.com/watch' }, 'videoType', 'choose the kind of source'],
		[
			'a remote file without extension',
			{ videoType: 1, videoUrl: 'https://example.com/a' },
			'ext',
			'must be chosen',
		],
		[
			'an unknown extension',
			{ videoType: 1, ext: '={{ "mkv" }}' },
			'ext',
			'must be one of 3gp, avi, mov, mp4',
		],
		['0 beside other lengths', { preferLength: [0, 1] }, 'preferLength', 'cannot combine 0'],
		['no length', { preferLength: [] }, 'preferLength', 'is empty'],
		['an unknown length', { preferLength: [5] }, 'preferLength', 'must hold only'],
		['the unassigned video type', { videoType: '={{ 8 }}' }, 'videoType', 'must be one of'],
		['an unknown ratio', { ratioOfClip: '={{ 5 }}' }, 'ratioOfClip', 'must be one of'],
		[
			'an unknown model',
			{ additionalFields: { clipModel: '={{ "clip_v3" }}' } },
			'clipModel',
			'clip_v1, clip_v2',
		],
		['too many clips', { additionalFields: { maxClipNumber: 101 } }, 'maxClipNumber', 'from 1 to 100'],
		['no clips', { additionalFields: { maxClipNumber: 0 } }, 'maxClipNumber', 'from 1 to 100'],
		['half a clip', { additionalFields: { maxClipNumber: 1.5 } }, 'maxClipNumber', 'whole number'],
		['custom fields in a list', { additionalFields: { customFields: '[1]' } }, 'customFields', 'JSON object'],
		[
			'custom fields that are no JSON',
			{ additionalFields: { customFields: '{a' } },
			'customFields',
			'JSON object',
		],
		[
			'custom fields against a parameter',
			{ ratioOfClip: 2, additionalFields: { customFields: '{"ratioOfClip":3}' } },
			'customFields',
			'must not contradict',
		],
		[
			'an impossible pace',
			{ submissionOptions: { submissionsPerMinute: 0 } },
			'submissionsPerMinute',
			'from 1 to 600',
		],
		[
			'an endless patience',
			{ submissionOptions: { maxRateLimitWait: 1e9 } },
			'maxRateLimitWait',
			'from 0 to 1440',
		],
		['an impatient interval', { waitOptions: { pollInterval: 4 } }, 'pollInterval', 'at least 5 seconds'],
		['other without a code', { lang: 'other', langCode: '={{ null }}' }, 'langCode', 'must be given'],
	];

	it.each(cases)('refuses %s before anything is sent', async (_name, parameters, field, rule) => {
		const { error } = await bench.clip({ operation: 'create', videoUrl: YOUTUBE, ...parameters });
		expect(error?.message).toContain(`(${field}) `);
		expect(error?.message).toContain(rule);
		expect(error?.message).toContain('[item 0]');
		expect(error?.description).toContain('Nothing was sent');
		expect(bench.simulator().requests).toEqual([]);
	});

	it('sends no item at all when a later one breaks a rule', async () => {
		const { error } = await bench.clip(
			{ operation: 'create', videoUrl: '={{ $json.videoUrl }}' },
			{ items: itemsOf({ videoUrl: YOUTUBE }, { videoUrl: 'x' }) },
		);
		expect(error?.message).toContain('[item 1]');
		expect(bench.simulator().requests).toEqual([]);
	});
});
