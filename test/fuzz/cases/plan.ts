import fc, { type Arbitrary } from 'fast-check';
import type { INode, INodeExecutionData, INodeParameters, OnError } from 'n8n-workflow';
import { often, oneOf, percent } from '../chance';
import type { PaceBounds } from '../judges/pace';
import type { World } from '../world';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A call of the service takes at most so long, whatever it answers, and a little more. */
const CALL = 4 * MINUTE;

/** A download takes at most so long, whatever its host does: 'Max Time', and a little more. */
const DOWNLOAD = 70 * MINUTE;

/** What a run of the node is given, and what holds for it. */
export interface Plan {
	kind: 'create' | 'download' | 'get' | 'wait';
	parameters: INodeParameters;
	items: INodeExecutionData[];
	type: 'clip' | 'clipTool';
	settings: Partial<INode>;
	/** Whether nobody listens at the address of the service. */
	shut: boolean;
	/** By when the run must have ended, in milliseconds of the tests' time. */
	limit: number;
	bounds: PaceBounds;
}

const settings = fc.record({
	onError: oneOf<OnError>('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
	retryOnFail: percent(25),
	maxTries: fc.constant(2),
	waitBetweenTries: oneOf(0, SECOND),
});

const waiting = fc.record({
	waitMode: often<string>([3, fc.constant('inProcess')], [1, fc.constant('durable')]),
	maxWait: oneOf(1, 3, 10),
	pollInterval: oneOf(5, 7, 30),
});

const base = fc.record({
	settings,
	waiting,
	tool: percent(8),
	shut: percent(2),
	count: often<number>([6, fc.integer({ min: 1, max: 4 })], [1, fc.integer({ min: 5, max: 8 })]),
});

type Base = typeof base extends Arbitrary<infer T> ? T : never;

const triesOf = ({ settings: { retryOnFail, maxTries } }: Base): number => (retryOnFail ? maxTries : 1);

const waitOptions = ({ waiting: { maxWait, pollInterval } }: Base) => ({ maxWait, pollInterval });

/** How long a wait may take: its limit, one pause more, and the last question. */
const longestWait = ({ waiting: { waitMode, maxWait, pollInterval } }: Base): number =>
	maxWait * MINUTE + (waitMode === 'durable' ? 6 * MINUTE : pollInterval * SECOND) + CALL + 5 * SECOND;

function common(
	drawn: Base,
	limit: number,
	perMinute = 0,
): Pick<Plan, 'bounds' | 'limit' | 'settings' | 'shut' | 'type'> {
	const tries = triesOf(drawn);
	const { maxWait, pollInterval } = drawn.waiting;
	return {
		type: drawn.tool ? 'clipTool' : 'clip',
		settings: drawn.settings,
		shut: drawn.shut,
		limit: tries * (limit + 5 * SECOND),
		bounds: {
			perMinute,
			questionsAtOnce: tries,
			questions: tries * (Math.ceil((maxWait * 60) / pollInterval) + 7),
			filesAtOnce: 4 * tries,
			// Three tries, and three with a fresh link, each over five redirects, which may all lead to one file.
			filesInAll: 36 * tries * drawn.count,
		},
	};
}

function create(drawn: Base, world: World): Arbitrary<Plan> {
	const items = Array.from({ length: drawn.count }, (_, index) => ({
		json: { videoUrl: world.videoUrl(index) },
	}));
	return fc
		.record({ waits: percent(50), perMinute: oneOf(3, 60, 600), patience: oneOf(0, 1, 5, 75) })
		.map(({ waits, perMinute, patience }) => {
			const each = patience * MINUTE + 3 * CALL + 5 * MINUTE;
			const limit = drawn.count * each + 65 * MINUTE + (waits ? longestWait(drawn) + 20 * MINUTE : 0);
			return {
				...common(drawn, limit, perMinute),
				kind: 'create',
				items,
				parameters: {
					operation: 'create',
					videoUrl: '={{ $json.videoUrl }}',
					waitForClips: waits,
					options: {
						...waitOptions(drawn),
						waitMode: drawn.waiting.waitMode,
						submissionsPerMinute: perMinute,
						maxRateLimitWait: patience,
					},
				},
			};
		});
}

/** Items of projects; now and then two of the same one. */
function projects(drawn: Base, world: World): INodeExecutionData[] {
	return Array.from({ length: drawn.count }, (_, index) => {
		const same = index > 0 && world.draw(percent(20), 'same', index);
		return { json: { projectId: world.projectOf(String(same ? index - 1 : index)) } };
	});
}

const wait = (drawn: Base, world: World): Plan => ({
	...common(drawn, longestWait(drawn)),
	kind: 'wait',
	items: projects(drawn, world),
	parameters: {
		operation: 'wait',
		projectId: '={{ $json.projectId }}',
		options: { ...waitOptions(drawn), waitMode: drawn.waiting.waitMode },
	},
});

const get = (drawn: Base, world: World): Arbitrary<Plan> =>
	fc
		.record({
			ifNotReady: oneOf('wait', 'status', 'error'),
			output: oneOf('clips', 'project'),
			filters: oneOf<INodeParameters>({}, { minViralScore: 5 }, { limit: 2 }),
		})
		.map(({ filters, ...chosen }) => {
			const held: Base = { ...drawn, waiting: { ...drawn.waiting, waitMode: 'inProcess' } };
			// A round without waiting comes first.
			const limit = 5 * (CALL + 6 * SECOND) + (chosen.ifNotReady === 'wait' ? longestWait(held) : 0);
			return {
				...common(drawn, limit),
				kind: 'get',
				items: projects(drawn, world),
				parameters: {
					operation: 'get',
					projectId: '={{ $json.projectId }}',
					filters,
					options: { ...chosen, ...(chosen.ifNotReady === 'wait' && waitOptions(drawn)) },
				},
			};
		});

function download(drawn: Base, world: World, origin: string): Plan {
	const { signature } = world.secrets;
	const items = Array.from({ length: drawn.count }, (_, index) => ({
		json: {
			videoUrl: `${origin}${world.path}/files/${index}.mp4?Expires=1900000000&Signature=${signature}`,
			title: world.draw(
				oneOf('A clip', 'a.ts', '../../x', 'CON', ' ', 'x'.repeat(400), '\u202egpj.exe', 'a/b\\c'),
				'title',
				index,
			),
			...(world.draw(percent(60), 'fresh', index) && {
				projectId: world.projectOf(String(index)),
				videoId: `${index}`,
			}),
		},
	}));
	return {
		...common(drawn, drawn.count * DOWNLOAD),
		kind: 'download',
		type: 'clip',
		shut: false,
		items,
		parameters: { operation: 'download', videoUrl: '={{ $json.videoUrl }}', options: { maxSize: 1 } },
	};
}

/** What the case is, as its seed and number decide. */
export function planOf(world: World, origin: string): Plan {
	const drawn = world.draw(base, 'base');
	const kind = world.draw(
		often<Plan['kind']>(
			[5, fc.constant('create')],
			[3, fc.constant('get')],
			[3, fc.constant('wait')],
			[2, fc.constant('download')],
		),
		'kind',
	);
	if (kind === 'create') return world.draw(create(drawn, world), 'create');
	if (kind === 'get') return world.draw(get(drawn, world), 'get');
	return kind === 'wait' ? wait(drawn, world) : download(drawn, world, origin);
}
