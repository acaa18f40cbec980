import outputs from './outputs.json';
import { useStorage } from '../bench/storage';
import { itemsOf, toErrorOutput, useBench, YOUTUBE } from '../bench/support';

/** Fields that the simulator sends beside those with a name, as services do. */
const OF_THE_SERVICE = ['starred', 'disliked', 'creditsUsed'];

function kindOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'list';
	return typeof value === 'string' ? 'text' : typeof value;
}

/** What is not as the record says: fields that are gone, of another kind, or not in the record yet. */
function differences(recorded: Record<string, string>, item: unknown): string[] {
	const fields = new Map(typeof item === 'object' && item !== null ? Object.entries(item) : []);
	const changed = Object.entries(recorded).flatMap(([name, kinds]) => {
		if (!fields.has(name)) return [`${name} is gone: stored workflows rely on it`];
		const kind = kindOf(fields.get(name));
		return kinds.split(' or ').includes(kind) ? [] : [`${name} was ${kinds} and is ${kind}`];
	});
	const added = [...fields.keys()].filter(
		(name) => !Object.hasOwn(recorded, name) && !OF_THE_SERVICE.includes(name),
	);
	return [...changed, ...added.map((name) => `${name} is new: add it to test/engine/get/outputs.json`)];
}

describe('Fields that come out, on which expressions of users rely', () => {
	useStorage();
	const bench = useBench();
	const check = (kind: keyof typeof outputs, ...items: unknown[]) => {
		expect([kind, items.flatMap((item) => differences(outputs[kind], item))]).toEqual([kind, []]);
	};

	const ready = async () => ({ projectId: await bench.finished() });

	it('that Create and Wait give are those of the list, in every way to wait', async () => {
		const create = { operation: 'create', videoUrl: YOUTUBE };
		const unwaited = await bench.clip({ ...create, waitForClips: false });
		check('Create, project that is processed', unwaited.items[0]?.json);
		const held = await bench.clip({ ...create, options: { waitMode: 'inProcess' } });
		const paused = await bench.clip(create);
		const waited = await bench.clip({ operation: 'wait' }, { items: itemsOf(await ready()) });
		const again = await bench.clip({ ...create, waitForClips: false });
		check('Create, project that is ready', ...[held, paused, again].map((run) => run.items[0]?.json));
		check('Create and Wait, project that is ready', waited.items[0]?.json);
		const wrong = await bench.clip({ ...create, lang: 'no language' }, toErrorOutput);
		check('Clip, details of an error', wrong.errorItems[0]?.json.details);
		const refused = await bench.clip(
			{ ...create, videoUrl: 'https://youtu.be/a?word=sim-live' },
			toErrorOutput,
		);
		check('Clip, details of an error', refused.errorItems[0]?.json.details);
	});

	it('tell what a project has used, as a number, where the service sends it', async () => {
		const create = { operation: 'create', videoUrl: YOUTUBE };
		const held = await bench.clip({ ...create, options: { waitMode: 'inProcess' } });
		const paused = await bench.clip({ ...create, lang: 'en' });
		const projectId = '77';
		const body = (creditsUsed: unknown) => JSON.stringify({ code: 2000, projectId, creditsUsed });
		for (const credits of ['12', 'some']) {
			bench.fail({ on: 'create', fault: { kind: 'body', body: body(credits) } });
		}
		const submit = async (lang: string) => await bench.clip({ ...create, lang, waitForClips: false });
		const runs = [held, paused, await submit('de'), await submit('fr')];
		const used = runs.map(({ items }) => items[0]?.json.creditsUsed);
		expect(used).toEqual([31, 31, 12, 'some']);
	});

	it('of Get and its files', async () => {
		const get = { operation: 'get' };
		const { items } = await bench.clip(get, { items: itemsOf(await ready()) });
		const called = await bench.trigger(await ready());
		check('Get and Clip Trigger, clip', ...[...items, ...called.items].map(({ json }) => json));
		const whole = { simplify: false };
		const wholeClips = await bench.clip({ ...get, ...whole }, { items: itemsOf(await ready()) });
		const wholeCalled = await bench.trigger(await ready(), { parameters: whole });
		const all = [...wholeClips.items, ...wholeCalled.items].map(({ json }) => json);
		check('Get and Clip Trigger, clip that is not simplified', ...all);
		const processing = itemsOf({ projectId: await bench.project() });
		const status = await bench.clip({ ...get, options: { ifNotReady: 'status' } }, { items: processing });
		check('Get, status', status.items[0]?.json);

		const files = { ...get, downloadFiles: true };
		const file = await bench.clip({ ...files, filters: { limit: 1 } }, { items: itemsOf(await ready()) });
		const simple = Object.keys(outputs['Get and Clip Trigger, clip']);
		const added = Object.entries(file.items[0]?.json ?? {}).filter(([name]) => !simple.includes(name));
		check('Get with Download Files, what is added', Object.fromEntries(added));
		const videoUrl = `${bench.simulator().origin}/nothing.mp4`;
		const projectId = bench.listed([{ videoId: 1, videoUrl }]);
		const failed = await bench.clip({ ...files, projectId }, toErrorOutput);
		check('Get with Download Files, details of an error', failed.errorItems[0]?.json.details);
	});

	it('of Clip Trigger, for a project that failed', async () => {
		const projectId = await bench.finished({ videoUrl: 'https://youtu.be/sim-clipping-fails' });
		const { items } = await bench.trigger({ projectId }, { parameters: { event: 'readyOrFailed' } });
		check('Clip Trigger, project that failed', items[0]?.json);
	});
});
