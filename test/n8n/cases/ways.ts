import { z } from 'zod/v3';
import { flow, node, unpaced } from '../../../tools/beds/flows';
import type { Stage } from '../../../tools/beds/stage';
import * as host from '../../../tools/host';
import type { FaultInput, Simulator } from '../../../tools/simulator';
import type { MovedClock } from '../clock';
import { connect, creating } from './durableRuns';

/** A workflow that submits a video with Create, and what a person has done with it. */
interface Way {
	stage: Stage;
	/** In all its links; also an ID for YouTube. */
	mark: string;
	client: host.N8nClient;
	nodes: host.WorkflowNode[];
	triggers: host.WorkflowNode[];
	saved?: host.SavedWorkflow;
	credential?: host.Credential;
	executions: host.Execution[];
}
type Step = (way: Way) => unknown;
/**
 * What is done, how many projects that makes, what the last execution gives for each item (a project by its number, the oldest is 0, or
 * the outcome of an error), and the steps.
 */
type Row = readonly [done: string, paid: number, given: readonly unknown[], ...steps: Step[]];

const VIDEO = 'https://media.example.com/MARK/talk.mp4';
const ENDLESS = VIDEO.replace('talk', 'sim-endless');
const FAILING = VIDEO.replace('talk', 'sim-clipping-fails');
const UNKNOWN = 'unknownWhetherCreated';

const failed = z.object({ details: z.object({ outcome: z.string() }) });

const idOf = ({ saved }: Way): string => saved?.id ?? '';
const projectsOf = ({ stage, mark }: Way) =>
	stage.submissionsOf(mark).flatMap(({ projectId }) => projectId ?? []);

async function save(way: Way, pinData = {}): Promise<void> {
	const { stage, mark, client, nodes, triggers, credential = await stage.savedCredential() } = way;
	const drawn = triggers.reduce(
		(all, one) => connect({ ...all, nodes: [...all.nodes, one] }, one.name, 'Videos in one'),
		flow(mark, nodes),
	);
	const body = { ...host.withCredential(unpaced(drawn), credential), pinData };
	way.saved ??= await client.createWorkflow(body);
	const read = z.object({ versionId: z.string() });
	const path = `/rest/workflows/${way.saved.id}`;
	const { versionId } = await client.session.call({ method: 'PATCH', path, body, read });
	way.saved = { ...way.saved, versionId };
}

const change =
	(changed: (one: host.WorkflowNode, way: Way) => object, name = 'Create'): Step =>
	async (way) => {
		way.nodes = way.nodes.map((one) => (one.name === name ? { ...one, ...changed(one, way) } : one));
		await save(way);
	};
const set = (more: object) => change(({ parameters }) => ({ parameters: { ...parameters, ...more } }));
const submitAgain = (chosen: string) => set({ options: { submitAgain: chosen } });
const links = (...urls: string[]) =>
	change((_one, { mark, stage: { simulator } }) => {
		const keyed = urls.map((url, index) => ({
			videoUrl: url.replace('MARK', mark),
			key: simulator.otherKeys[index],
		}));
		return { parameters: { mode: 'raw', jsonOutput: JSON.stringify({ items: keyed }), options: {} } };
	}, 'Videos in one');
const batch = (size: number) =>
	links(...Array.from({ length: size }, (_, number) => `${VIDEO}?number=${number}`));
const twin: Step = async (way) => {
	way.nodes = [...way.nodes, ...way.nodes.slice(-1).map((one) => ({ ...one, name: 'Again', id: 'Again' }))];
	await save(way);
};
const importCopy: Step = async (way) => {
	delete way.saved;
	await save(way);
};
const account =
	(changes: (simulator: Simulator) => object): Step =>
	async (way) => {
		const { type, data } = host.credentialFor(way.stage.simulator);
		const body = { type, name: way.mark, data: { ...data, ...changes(way.stage.simulator) } };
		way.credential ??= await way.client.createCredential(body);
		await way.client.updateCredential(way.credential.id, body);
		await save(way);
	};

const run = async (way: Way, body: object): Promise<string> => {
	const [path, read] = [`/rest/workflows/${idOf(way)}/run`, z.object({ executionId: z.string() })];
	return (await way.client.session.call({ method: 'POST', path, body, read })).executionId;
};
const triggerToStartFrom = { name: 'Start' };
const destinationNode = { nodeName: 'Create', mode: 'inclusive' };
const executing =
	(body: (way: Way) => object): Step =>
	async (way) =>
		way.executions.push(await way.client.waitForExecution(await run(way, body(way))));
const press = executing(() => ({ triggerToStartFrom }));
const step = executing(() => ({ triggerToStartFrom, destinationNode }));
/** In an editor that shows the data of the first execution. */
const stepOnData = executing(({ executions: [first] }) => ({ runData: first?.nodes, destinationNode }));
const pin: Step = async (way) => await save(way, { Start: [{ json: {} }] });
const newTab: Step = async (way) => (way.client = await host.logIn(way.client.session.url));
const start: Step = async (way) => {
	await run(way, { triggerToStartFrom });
	await host.until(() => projectsOf(way).length > 0);
};
const newestOf = async (way: Way) => (await way.client.listExecutions(idOf(way)))[0]?.id ?? '';
const stop: Step = async (way) => await way.client.stopExecution(await newestOf(way));
const remove: Step = async (way) => await way.client.deleteExecutions([await newestOf(way)]);
const ready: Step = (way) => way.stage.simulator.finish(projectsOf(way).at(-1) ?? '');

/** Publishes the workflow until a trigger has started so many executions of it. */
const firing =
	(trigger: (path: string) => host.WorkflowNode, fire: (way: Way) => unknown, times = 1): Step =>
	async (way) => {
		const one = { ...trigger(way.mark), webhookId: way.mark };
		way.triggers = [...way.triggers.filter(({ name }) => name !== one.name), { ...one, id: one.name }];
		await save(way);
		const before = (await way.client.listExecutions(idOf(way))).length;
		if (way.saved !== undefined) await way.client.activateWorkflow(way.saved);
		await fire(way);
		const [newest] = await way.client.waitForExecutionsOf(idOf(way), before + times);
		if (newest !== undefined) way.executions.push(newest);
		await way.client.deactivateWorkflow(idOf(way));
	};
const call = firing(
	(path) =>
		node('Hook', 'n8n-nodes-base.webhook', { typeVersion: 2, parameters: { httpMethod: 'POST', path } }),
	async ({ stage, mark }) => await stage.post(`/webhook/${mark}`, '{}'),
);
const oneField = { formTitle: 'Form', formFields: { values: [{ fieldLabel: 'Any' }] } };
const sendForm = firing(
	() => node('Form', 'n8n-nodes-base.formTrigger', { typeVersion: 2.3, parameters: oneField }),
	async ({ stage, mark }) => {
		const body = new FormData();
		body.set('field-0', 'sent');
		await (await host.fetchOnce(`${stage.webhookUrl}/form/${mark}`, { method: 'POST', body })).arrayBuffer();
	},
);
const rule = { interval: [{ field: 'seconds', secondsInterval: 2 }] };
const scheduledTwice = firing(
	() => node('Schedule', 'n8n-nodes-base.scheduleTrigger', { typeVersion: 1.3, parameters: { rule } }),
	() => undefined,
	2,
);

/** What the service answers next. */
const answers =
	(on: 'create' | 'query', fault: FaultInput['fault'], more: Partial<FaultInput> = {}): Step =>
	({ stage, mark }) =>
		stage.simulator.faults.add({ on, fault, match: { videoUrlIncludes: mark }, ...more });
const says = (code: number, times = 1) =>
	answers('query', { kind: 'code', code, errMsg: 'played' }, { times });
const lose = answers('create', { kind: 'reset' }, { phase: 'after', times: 3 });
const letters = JSON.stringify({ code: 2000, projectId: 'Ab-9_zZ' });
const waiting = set({ waitForClips: true, options: { waitMode: 'inProcess', pollInterval: 5 } });
const [auto, eachTime, never] = [submitAgain('auto'), submitAgain('always'), submitAgain('never')];
/** Lets time go by after each question that {@link says} has counted. */
const pressPatiently =
	(later: Step): Step =>
	async (way) => {
		const pressed = press(way);
		for (let left = 4; left > 0; left -= 1) {
			await host.until(() => (way.stage.simulator.faults.pending[0]?.times ?? 0) <= left);
			await later(way);
		}
		await pressed;
	};
const german = set({ lang: 'de' });
const ownAccount = account(() => ({}));

// prettier-ignore
const ways: readonly Row[] = [
	['Execute workflow, twice', 1, [0], press, press],
	['Execute step, after the editor was reloaded', 1, [0], press, step],
	['Execute step, in an editor that shows the data', 1, [0], press, stepOnData],
	['Execute step, after Copy to editor of an old execution', 1, [0], press, press, pin, stepOnData],
	['in another tab, while the first execution runs', 1, [0], waiting, start, newTab, press],
	['after a Stop', 1, [0], links(ENDLESS), waiting, start, stop, ready, press],
	['after its execution was deleted', 1, [0], press, remove, press],
	['after the node was renamed', 1, [0], press, change(() => ({ name: 'Renamed' })), press],
	['after the node was pasted anew', 2, [1], press, change(() => ({ id: 'pasted' })), press],
	['in an imported copy of the workflow', 2, [1], press, importCopy, press],
	['at another node of the workflow', 2, [1], twin, press, press],
	['with another setting', 2, [1], press, german, press],
	['with another setting, then the first one', 2, [0], press, german, press, set({ lang: 'auto' }), press],
	['with another name of the project', 1, [0], press, set({ additionalFields: { projectName: 'Other' } }), press],
	['with another Video Type', 2, [1], press, set({ additionalFields: { videoType: 2 } }), press],
	['with another credential of the same account', 1, [0], press, ownAccount, press],
	['with a slash behind the base URL', 1, [0], press, account(({ baseUrl }) => ({ baseUrl: `${baseUrl}/` })), press],
	['with a renewed key', 2, [1], ownAccount, press, account(({ otherKeys: [apiKey] }) => ({ apiKey })), press],
	['with keys of two accounts in the items', 2, [0, 1], links(VIDEO, VIDEO), account(() => ({ apiKey: '={{ $json.key }}' })), press, press],
	['by another link of YouTube, to a moment of it', 1, [0], links('https://youtu.be/MARK?si=a'), press, links('https://www.youtube.com/watch?v=MARK&t=12s'), press],
	['by a link of YouTube to a part of it', 2, [1], links('https://youtu.be/MARK'), press, links('https://www.youtube.com/embed/MARK?clip=part'), press],
	['by a link that was signed anew', 1, [0], links(`${VIDEO}?Expires=1&Signature=a`), press, links(`${VIDEO}?Expires=2&Signature=b`), press],
	['twice among the items', 1, [0, 0], links(VIDEO, VIDEO), press],
	['in the same batch, with one more', 4, [0, 1, 2, 3], batch(3), press, batch(4), press],
	['with Each Time', 2, [1], eachTime, press, press],
	['with Each Time once, then Automatically', 2, [1], press, eachTime, press, auto, press],
	['with Never for the Same Video', 1, [0], never, press, press],
	['after it was refused', 1, [0], answers('create', { kind: 'code', code: 4005, errMsg: 'played' }), press, press],
	['after its project has failed', 2, [1], links(FAILING), press, ready, press],
	['by a webhook, after its project has failed', 1, ['failed'], links(FAILING), call, ready, call],
	['after its answer got lost', 1, [UNKNOWN], lose, press, press],
	['after its answer got lost, by Retry On Fail', 1, [UNKNOWN], lose, change(() => ({ retryOnFail: true, waitBetweenTries: 10 })), press],
	['after its answer got lost, with Each Time', 2, [1], answers('create', { kind: 'reset' }, { phase: 'after' }), press, eachTime, press, auto, press],
	['while the service does not answer', 1, [0], press, answers('query', { kind: 'status', status: 503 }), press],
	['while the account does not know its new project', 1, [0], press, says(4006), press],
	['whose project has an ID of letters', 1, ['Ab-9_zZ'], answers('create', { kind: 'body', body: letters }, { phase: 'after' }), press, press],
	['whose project has an ID beyond 2^53', 1, [0], ({ stage }) => stage.simulator.configure({ idStyle: 'big' }), press, press],
	['by a webhook, twice', 1, [0], call, call],
	['by hand, then by a webhook', 1, [0], press, call],
	['by a webhook, then by hand', 1, [0], call, press],
	['by a form, twice', 1, [0], sendForm, sendForm],
	['by a schedule, twice', 1, [0], scheduledTwice],
];

/** With a power cut in between. */
// prettier-ignore
const killed = (kill: Step): readonly Row[] => [
	['by a webhook, before and after a kill', 1, [0], call, kill, call],
	['after a kill between the POST and its answer', 1, [UNKNOWN], answers('create', { kind: 'hang' }, { phase: 'after' }), start, kill, press],
	['by a webhook, after a kill between the POST and its answer', 1, [UNKNOWN], answers('create', { kind: 'hang' }, { phase: 'after' }), start, kill, call],
];

/** With time in between. */
// prettier-ignore
const later = (minutes: (count: number) => Step): readonly Row[] => [
	['by hand, a month later', 1, [0], press, minutes(43_200), press],
	['by a webhook, just within two hours', 1, [0], call, minutes(118), call],
	['by a webhook, after two hours', 2, [1], call, minutes(121), call],
	['by a webhook, a month later, with Never for the Same Video', 1, [0], never, call, minutes(43_200), call],
	['by a webhook, within two hours after its answer got lost', 1, [UNKNOWN], lose, call, minutes(118), call],
	['by hand, a month after its answer got lost', 1, [UNKNOWN], lose, press, minutes(43_200), press],
	['by a webhook, two hours after its answer got lost', 2, [1], answers('create', { kind: 'reset' }, { phase: 'after' }), call, minutes(121), call],
	['by a webhook, after the clock was set back a day', 1, [0], call, minutes(-1_440), call, minutes(1_440)],
	['within ten minutes, while the account does not know its project', 1, [0], press, minutes(8), says(4006), press],
	['later, where the account does not know its project', 2, [1], press, minutes(11), says(4006, 5), pressPatiently(minutes(1))],
];

/** The same video, submitted again in all ways that there are; the service counts. */
export function waysCases(stage: Stage, kill: () => Promise<unknown>, clock?: MovedClock): void {
	const minutes =
		(count: number): Step =>
		async () =>
			await clock?.move(count);
	const all = [...ways, ...killed(kill), ...(clock === undefined ? [] : later(minutes))];
	it.each(all.map((row, number) => ({ row, number, name: row[0] })))('$name', async ({ row, number }) => {
		const [, paid, given, ...steps] = row;
		const mark = `way-${number}`.padEnd(11, '-');
		const { nodes } = creating(
			mark,
			['good'],
			{ videoUrl: "={{ $('Videos').item.json.videoUrl }}", waitForClips: false },
			{ onError: 'continueRegularOutput' },
		);
		const way: Way = {
			stage,
			mark,
			client: stage.client,
			nodes: nodes.map((one) => ({ ...one, id: one.name })),
			triggers: [],
			executions: [],
		};
		stage.simulator.faults.clear();
		stage.simulator.configure({ idStyle: 'number' });
		await save(way);
		for (const one of steps) await one(way);
		const execution = way.executions.at(-1);
		const items = execution === undefined ? [] : host.itemsOf(execution, execution.lastNode ?? '');
		const projects = projectsOf(way);
		const numbers = items.map(({ json }) => {
			const index = projects.findIndex((id) => id === json.projectId);
			return index < 0 ? (json.projectId ?? failed.parse(json).details.outcome) : index;
		});
		expect([projects.length, numbers]).toEqual([paid, given]);
	});
}
