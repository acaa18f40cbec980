import type { Receivers } from '../receivers';
import type { Simulator } from '../simulator';
import type { RunningN8n } from './n8n';
import { owner, type ImportedExample } from './setup';
import { formOf, formPath, typePrefix } from './workflow';

const scheduled = 'n8n-nodes-base.scheduleTrigger';

/** What to do with an example, by the node that starts it; of several, the first here counts. */
const invitations: Readonly<Record<string, string>> = {
	[scheduled]: 'press "Execute workflow".',
	'n8n-nodes-base.formTrigger':
		'enter any link to a video; some two minutes later its best clips are with the receivers.',
	[`${typePrefix}clipTrigger`]: 'each finished video starts it.',
	'n8n-nodes-base.errorTrigger': 'choose it as Error Workflow in the settings of another workflow.',
};

function invitation({ workflow, saved, complete }: ImportedExample, editor: string): string[] {
	const types = new Set(workflow.nodes.map(({ type }) => type));
	const start = Object.entries(invitations).find(([type]) => types.has(type));
	const isPart = / \d: /.test(workflow.name);
	const what = !complete
		? 'it needs accounts of yours elsewhere.'
		: isPart
			? 'a part of a recipe; begin with 0.'
			: (start?.[1] ?? 'press "Execute workflow".');
	const form = complete && !isPart ? formOf(workflow) : undefined;
	const path = form === undefined ? `/workflow/${saved.id}` : formPath(form);
	return [`  "${workflow.name}": ${what}`, `     ${editor}${path}`];
}

/** From the login to the clips of the first example. */
function steps({ workflow, saved }: ImportedExample, editor: string, simulator: string): string[] {
	const link = `${editor}/workflow/${saved.id}`;
	return [
		`  1. Open "${workflow.name}" and log in. If n8n offers its assistant, choose to set it up later.`,
		`     ${link}`,
		'  2. Press "Execute workflow" and watch the video on the page of the simulator.',
		`     ${simulator}/`,
		'     It says "ready" long before n8n does: a waiting execution checks after one to two minutes.',
		`  3. When the run is done, double-click its last node, "${workflow.nodes.at(-1)?.name ?? 'Clip'}", to see the clips.`,
		'     If you left the workflow meanwhile, its canvas is empty: look under Executions.',
		`     ${link}/executions`,
	];
}

/**
 * The one screen that a person sees when everything runs: how to get in, what to click, where all is. A link stands on a line of
 * its own: a narrow terminal breaks longer ones.
 */
export function startedScreen(
	{ url: editor, logFile }: Pick<RunningN8n, 'url' | 'logFile'>,
	simulator: Pick<Simulator, 'apiKey' | 'otherKeys' | 'baseUrl' | 'origin'>,
	receivers: Pick<Receivers, 'origin'>,
	examples: readonly ImportedExample[],
): string {
	// One that needs accounts elsewhere would end with an error.
	const isFirst = ({ workflow, complete }: ImportedExample) =>
		complete && workflow.nodes.some(({ type }) => type === 'n8n-nodes-base.manualTrigger');
	const first = examples.find(isFirst);
	return [
		'',
		'n8n with the video clipping nodes is running. Log in with:',
		'',
		`  Email      ${owner.email}`,
		`  Password   ${owner.password}`,
		'',
		'What to click:',
		...(first === undefined ? [] : steps(first, editor, simulator.origin)),
		'',
		'More examples:',
		...examples.flatMap((example) => (example === first ? [] : invitation(example, editor))),
		'',
		`  Workflows  ${editor}/home/workflows`,
		`  Simulator  ${simulator.origin}/  (plays the service; no video leaves this machine)`,
		`  Receivers  ${receivers.origin}/  (what the examples send files and messages to)`,
		`  Base URL   ${simulator.baseUrl}  and API key ${simulator.apiKey}, for credentials of your own`,
		...simulator.otherKeys.map((key) => `             API key ${key} is another account`),
		`  Log        ${logFile}`,
		'',
		'Ctrl-C ends everything. What you change is kept for the next start; --fresh forgets it.',
		'',
	].join('\n');
}
