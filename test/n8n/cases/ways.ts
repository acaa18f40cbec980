import { z } from 'zod/v3';
import { flow, node, unpaced } from '../../../tools/beds/flows';
import type { Stage } from '../../../tools/beds/stage';
import * as host from '../../../tools/host';
import type { FaultInput, Simulator } from '../../../tools/simulator';
import type { MovedClock } from '../clock';
import { connect, creating } from './durableRuns';

/** A workflow that submits videos with Create, and what was done with it. */
interface Way {
	stage: Stage;
	/** In all its links; also an ID for YouTube. */
	mark: string;
	client: host.N8nClient;
	/** Empty where it is not saved yet. */
	id: string;
	nodes: host.WorkflowNode[];
	trigger?: host.WorkflowNode;
	account?: host.Credential;
	pinData?: Record<string, unknown>;
	executions: host.Execution[];
}
type Step = (way: Way) => unknown;
/** What is done; how many projects that makes; which of them the last execution gives for its items, or an outcome; the steps. */
type Row = readonly [
	done: string,
	paid: number,
	given: readonly unknown[] | ReadonlySet<unknown>,
	...steps: Step[],
];

const VIDEO = 'https://media.example.com/MARK/talk.mp4';
const UNKNOWN = 'unknownWhetherCreated';
const failed = z.object({ details: z.object({ outcome: z.string() }) });
const projectsOf = ({ stage, mark }: Way) =>
	stage.submissionsOf(mark).flatMap(({ projectId }) => projectId ?? []);

async function save(way: Way, changes: Partial<Way> = {}): Promise<void> {
	Object.assign(way, changes);
	const { stage, client, nodes, trigger, pinData = {}, account = await stage.savedCredential() } = way;
	const byHand = flow(way.mark, nodes);
	const all = { ...byHand, nodes: trigger === undefined ? nodes : [...nodes, trigger] };
	const drawn = trigger === undefined ? all : connect(all, trigger.name, 'Videos in one');
	const body = { ...host.withCredential(unpaced(drawn), account), pinData };
	way.id ||= (await client.createWorkflow(body)).id;
	const path = `/rest/workflows/${way.id}`;
	await client.session.call({ method: 'PATCH', path, body, read: z.unknown() });
}
const change =
	(changes: (one: host.WorkflowNode, way: Way) => object, name = 'Create') =>
	async (way: Way) =>
		await save(way, {
			nodes: way.nodes.map((one) => (one.name === name ? { ...one, ...changes(one, way) } : one)),
		});
const set = (more: object) => change(({ parameters }) => ({ parameters: { ...parameters, ...more } }));
const links = (...urls: string[]) =>
	change((_one, { mark, stage }) => {
		const { otherKeys } = stage.simulator;
		const items = urls.map((url, index) => ({ videoUrl: url.replace('MARK', mark), key: otherKeys[index] }));
		return { parameters: { mode: 'raw', jsonOutput: JSON.stringify({ items }), options: {} } };
	}, 'Videos in one');
const batch = (to: number, from = 0) =>
	links(...Array.from({ length: to - from }, (_, number) => `${VIDEO}?number=${number + from}`));
const twin: Step = async (way) => {
	const again = way.nodes.slice(-1).map((one) => ({ ...one, name: 'Again', id: 'Again' }));
	await save(way, { nodes: [...way.nodes, ...again] });
};
const importCopy: Step = async (way) => await save(way, { id: '' });
const pin: Step = async (way) => await save(way, { pinData: { Start: [{ json: {} }] } });
const account = (changes: (simulator: Simulator) => object) => async (way: Way) => {
	const { type, data } = host.credentialFor(way.stage.simulator);
	const body = { type, name: way.mark, data: { ...data, ...changes(way.stage.simulator) } };
	const { id } = way.account ?? (await way.client.createCredential(body));
	await save(way, { account: await way.client.updateCredential(id, body) });
};

const executing =
	(start: (way: Way) => Promise<string | undefined>): Step =>
	async (way) =>
		way.executions.push(await way.client.waitForExecution((await start(way)) ?? ''));
const press = executing(async ({ client, id }) => await client.runWorkflow(id, 'Start'));
const step = executing(async ({ client, id }) => await client.runWorkflow(id, 'Start', 'Create'));
/** In an editor that shows the data of the first execution. */
const stepOnData = executing(async ({ client, id, executions: [first] }) => {
	const body = { runData: first?.nodes, destinationNode: { nodeName: 'Create', mode: 'inclusive' } };
	const [path, read] = [`/rest/workflows/${id}/run`, z.object({ executionId: z.string() })];
	return (await client.session.call({ method: 'POST', path, body, read })).executionId;
});
const newTab: Step = async (way) => (way.client = await host.logIn(way.client.session.url));
const start: Step = async (way) => {
	await way.client.runWorkflow(way.id, 'Start');
	await host.until(() => projectsOf(way).length > 0);
};
/** Until the service has been asked what it was told not to answer. */
const startUnanswered: Step = async ({ client, id, stage }) => {
	await client.runWorkflow(id, 'Start');
	await host.until(() => stage.simulator.faults.pending.length === 0);
};
const newestOf = async ({ client, id }: Way) => (await client.listExecutions(id))[0]?.id ?? '';
const stop: Step = async (way) => await way.client.stopExecution(await newestOf(way));
const remove: Step = async (way) => await way.client.deleteExecutions([await newestOf(way)]);
const ready: Step = (way) => way.stage.simulator.finish(projectsOf(way).at(-1) ?? '');

/** Publishes the workflow with a trigger until this has started so many executions. */
const firing =
	(type: string, typeVersion: number, more: object, fire: Step, times = 1) =>
	async (way: Way) => {
		const [id, parameters] = [way.mark, { ...more, path: way.mark }];
		const settings = { typeVersion, id, webhookId: id, parameters };
		await save(way, { trigger: node(type, `n8n-nodes-base.${type}`, settings) });
		const before = await way.client.listExecutions(way.id);
		await way.client.activateWorkflow(await way.client.getWorkflow(way.id));
		await fire(way);
		const ended = await way.client.waitForExecutionsOf(way.id, before.length + times);
		way.executions.push(...ended.slice(0, 1));
		await way.client.deactivateWorkflow(way.id);
	};
const post: Step = async ({ stage, mark }) => await stage.post(`/webhook/${mark}`, '{}');
const call = firing('webhook', 2, { httpMethod: 'POST' }, post);
const fillIn: Step = async ({ stage, mark }) => {
	const body = new FormData();
	body.set('field-0', 'sent');
	await (await host.fetchOnce(`${stage.webhookUrl}/form/${mark}`, { method: 'POST', body })).arrayBuffer();
};
const oneField = { formTitle: 'Form', formFields: { values: [{ fieldLabel: 'Any' }] } };
const sendForm = firing('formTrigger', 2.3, oneField, fillIn);
const everySecond = { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } };
const scheduledTwice = firing('scheduleTrigger', 1.3, everySecond, () => undefined, 2);

/** What the service does with the next calls. */
function answers(on: 'create' | 'query', fault: FaultInput['fault'], more: Partial<FaultInput> = {}): Step {
	return ({ stage, mark }) =>
		stage.simulator.faults.add({ phase: 'after', on, fault, match: { videoUrlIncludes: mark }, ...more });
}
const lose = (times = 1) => answers('create', { kind: 'reset' }, { times });
const hang = answers('create', { kind: 'hang' });
const neverReach = answers('create', { kind: 'hang' }, { phase: 'before' });
const refuse = answers('create', { kind: 'code', code: 4005, errMsg: 'played' }, { phase: 'before' });
const isUnknown = (times = 1) => answers('query', { kind: 'code', code: 4006, errMsg: 'played' }, { times });
const isNamed = (projectId: string, times = 1) =>
	answers('create', { kind: 'body', body: JSON.stringify({ code: 2000, projectId }) }, { times });
/** Lets time fly until the service has answered all that it was told. */
const pressPatiently = (later: Step) => async (way: Way) => {
	const pressed = press(way);
	await host.until(async () => {
		await later(way);
		return way.stage.simulator.faults.pending.length === 0;
	}, 250);
	await pressed;
};
const submitAgain = (chosen: string) => set({ options: { submitAgain: chosen } });
const [auto, eachTime, never] = [submitAgain('auto'), submitAgain('always'), submitAgain('never')];
const waiting = set({ waitForClips: true, options: { waitMode: 'inProcess', pollInterval: 5 } });
const [german, sameAccount] = [set({ lang: 'de' }), account(() => ({}))];

/** @param later - lets minutes go by */
// prettier-ignore
const ways = (kill: Step, later?: (minutes: number) => Step): readonly Row[] => [
	['Execute workflow, twice', 1, [0], press, press],
	['Execute step, after the editor was reloaded', 1, [0], press, step],
	['Execute step, in an editor that shows the data', 1, [0], press, stepOnData],
	['Execute step, after Copy to editor of an old execution', 1, [0], press, press, pin, stepOnData],
	['in another tab, while the first execution runs', 1, [0], waiting, start, newTab, press],
	['after a Stop', 1, [0], links('https://media.example.com/MARK/sim-endless.mp4'), waiting, start, stop, ready, press],
	['after its execution was deleted', 1, [0], press, remove, press],
	['after the node was renamed', 1, [0], press, change(() => ({ name: 'Renamed' })), press],
	['after the node was pasted anew', 2, [1], press, change(() => ({ id: 'pasted' })), press],
	['in an imported copy of the workflow', 2, [1], press, importCopy, press],
	['at another node of the workflow', 2, [1], twin, press, press],
	['with another setting', 2, [1], press, german, press],
	['with another setting, then the first one', 2, [0], press, german, press, set({ lang: 'auto' }), press],
	['with another name of the project', 1, [0], press, set({ additionalFields: { projectName: 'Other' } }), press],
	['with another Video Type', 2, [1], press, set({ additionalFields: { videoType: 2 } }), press],
	['with another credential of the same account', 1, [0], press, sameAccount, press],
	['with a slash behind the base URL', 1, [0], press, account(({ baseUrl }) => ({ baseUrl: `${baseUrl}/` })), press],
	['with a renewed key', 2, [1], sameAccount, press, account(({ otherKeys: [apiKey] }) => ({ apiKey })), press],
	// They submit side by side: which project the service makes first, nobody knows.
	['with keys of two accounts in the items', 2, new Set([0, 1]), links(VIDEO, VIDEO), account(() => ({ apiKey: '={{ $json.key }}' })), press, press],
	['by another link of YouTube, to a moment of it', 1, [0], links('https://youtu.be/MARK?si=a'), press, links('https://www.youtube.com/watch?v=MARK&t=12s'), press],
	['by a link of YouTube to a part of it', 2, [1], links('https://youtu.be/MARK'), press, links('https://www.youtube.com/embed/MARK?clip=part'), press],
	['by a link that was signed anew', 1, [0], links(`${VIDEO}?Expires=1&Signature=a`), press, links(`${VIDEO}?Expires=2&Signature=b`), press],
	['twice among the items', 1, [0, 0], links(VIDEO, VIDEO), press],
	['in the same batch, with one more', 4, [0, 1, 2, 3], batch(3), press, batch(4), press],
	['with Each Time', 2, [1], eachTime, press, press],
	['with Each Time once, then Automatically', 2, [1], press, eachTime, press, auto, press],
	['with Never for the Same Video', 1, [0], never, press, press],
	['after it was refused', 1, [0], refuse, press, press],
	['after its project has failed', 2, [1], links('https://media.example.com/MARK/sim-clipping-fails.mp4'), press, ready, press],
	['by a webhook, after its project has failed', 1, ['failed'], links('https://media.example.com/MARK/sim-clipping-fails.mp4'), call, ready, call],
	['after its answer got lost', 1, [UNKNOWN], lose(2), press, press],
	['after its answer got lost, by Retry On Fail', 1, [], lose(3), change(() => ({ onError: 'stopWorkflow', retryOnFail: true })), press],
	['after its answer got lost, with Each Time', 2, [1], lose(), press, eachTime, press, auto, press],
	['while the service does not answer', 1, [0], press, answers('query', { kind: 'status', status: 503 }), press],
	['while the account does not know its new project', 1, [0], press, isUnknown(), press],
	['whose project has an ID of letters', 1, ['Ab-9_zZ'], isNamed('Ab-9_zZ'), press, press],
	['whose project has an ID beyond 2^53', 1, [0], ({ stage }) => stage.simulator.configure({ idStyle: 'big' }), press, press],
	['after long IDs of 80 others have pushed it out', 82, [81], press, isNamed('a'.repeat(100), 80), batch(40), press, batch(80, 40), press, links(VIDEO), press],
	['by a webhook, twice', 1, [0], call, call],
	['by hand, then by a webhook', 1, [0], press, call],
	['by a webhook, then by hand', 1, [0], call, press],
	['by a form, twice', 1, [0], sendForm, sendForm],
	['by a schedule, twice', 1, [0], scheduledTwice],
	['by a webhook, before and after a kill', 1, [0], call, kill, call],
	['after a kill between the POST and its answer, by hand and by a webhook', 1, [UNKNOWN], hang, start, kill, press, call],
	['after a kill before the service took it, then with Each Time once', 1, [0], neverReach, startUnanswered, kill, press, eachTime, press, auto, press],
	['after a kill while it was sent again with Each Time', 2, [UNKNOWN], press, eachTime, hang, startUnanswered, kill, auto, press],
	['after a kill before it was sent again with Each Time', 1, [UNKNOWN], press, eachTime, neverReach, startUnanswered, kill, auto, press],
	...(later === undefined ? [] : [
		['by hand, a month later', 1, [0], press, later(43_200), press],
		['by a webhook, just within two hours', 1, [0], call, later(118), call],
		['by a webhook, after two hours', 2, [1], call, later(121), call],
		['by a webhook, a month later, with Never for the Same Video', 1, [0], never, call, later(43_200), call],
		['by a webhook, within two hours after its answer got lost', 1, [UNKNOWN], lose(2), call, later(118), call],
		['by a webhook, two hours after its answer got lost', 2, [1], lose(), call, later(121), call],
		['by hand, a month after its answer got lost', 1, [UNKNOWN], lose(2), press, later(43_200), press],
		['by a webhook, after the clock was set back a day', 1, [0], call, later(-1_440), call, later(1_440)],
		['within ten minutes, while the account does not know its project', 1, [0], press, later(8), isUnknown(), press],
		['later, where the account does not know its project', 2, [1], press, later(11), isUnknown(7), pressPatiently(later(0.05))],
	] satisfies Row[]),
];

/** The same video, submitted again in each way; the service counts. */
export function waysCases(stage: Stage, kill: () => Promise<unknown>, clock?: MovedClock): void {
	const later = clock && ((minutes: number) => async () => await clock.move(minutes));
	for (const [number, [name, paid, given, ...steps]] of ways(kill, later).entries()) {
		it(`${name}, is ${paid === 1 ? 'one project' : `${paid} projects`}`, async () => {
			const mark = `way-${number}`.padEnd(11, '-');
			const parameters = { videoUrl: "={{ $('Videos').item.json.videoUrl }}", waitForClips: false };
			const { nodes } = creating(mark, ['good'], parameters, { onError: 'continueRegularOutput' });
			const withIds = nodes.map((one) => ({ ...one, id: one.name }));
			const way: Way = { stage, mark, client: stage.client, id: '', nodes: withIds, executions: [] };
			stage.simulator.faults.clear();
			stage.simulator.configure({ idStyle: 'number' });
			await save(way);
			for (const one of steps) await one(way);
			const [projects, last] = [projectsOf(way), way.executions.at(-1)];
			const items = last === undefined ? [] : host.itemsOf(last, last.lastNode ?? '');
			const numbers = items.map(({ json }) => {
				const index = projects.findIndex((id) => id === json.projectId);
				return index < 0 ? (json.projectId ?? failed.parse(json).details.outcome) : index;
			});
			expect(projects).toHaveLength(paid);
			expect(given instanceof Set ? new Set(numbers) : numbers).toEqual(given);
		});
	}
}
