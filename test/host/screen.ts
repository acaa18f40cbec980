import type { Login } from './rest';
import type { ImportedExample } from './setup';
import { clipTriggerOf, formOf, formPath } from './workflow';

/** What the screen of a started n8n tells. */
export interface Started {
	editor: string;
	login: Login;
	/** The simulator's web page. */
	simulator: string;
	/** The web page of what the examples send files and notices to. */
	receivers: string;
	/** What a credential for the simulator holds. */
	baseUrl: string;
	apiKey: string;
	examples: readonly ImportedExample[];
	logFile: string;
}

const startsWith = ({ workflow }: ImportedExample, type: string) =>
	workflow.nodes.some((node) => node.type === type);

/** What to do with an example that is not the first one to try. */
function invitation(example: ImportedExample, { editor }: Started): string[] {
	const { workflow, saved, complete } = example;
	const link = `${editor}/workflow/${saved.id}`;
	const told = (what: string, where: string) => [`  "${workflow.name}": ${what}`, `     ${where}`];
	if (startsWith(example, '@n8n/n8n-nodes-langchain.chatTrigger'))
		return told('an AI agent; it needs a chat model of yours.', link);
	if (!complete) return told('it needs accounts of yours elsewhere.', link);
	const form = formOf(workflow);
	if (form !== undefined) {
		const what = 'enter any link to a video; some two minutes later its best clips are with the receivers.';
		return told(what, `${editor}${formPath(form)}`);
	}
	if (clipTriggerOf(workflow) !== undefined)
		return told('each finished video starts it.', `${link}/executions`);
	if (startsWith(example, 'n8n-nodes-base.errorTrigger'))
		return told('choose it as Error Workflow in the settings of another workflow.', link);
	return told('press "Execute workflow".', link);
}

/** From the login to the clips of the first example. A link stands on a line of its own: a narrow terminal breaks longer ones. */
function steps(first: ImportedExample, { editor, simulator }: Started): string[] {
	const link = `${editor}/workflow/${first.saved.id}`;
	return [
		`  1. Open "${first.workflow.name}" and log in. If n8n offers its assistant, choose to set it up later.`,
		`     ${link}`,
		'  2. Press "Execute workflow" and watch the video on the page of the simulator.',
		`     ${simulator}`,
		'     It says "ready" long before n8n does: a waiting execution checks after one to two minutes.',
		`  3. When the run is done, double-click its last node, "${first.workflow.nodes.at(-1)?.name ?? 'Clip'}", to see the clips.`,
		'     If you left the workflow meanwhile, its canvas is empty: look under Executions.',
		`     ${link}/executions`,
	];
}

/** The one screen that a person sees when everything runs: how to get in, what to click, where all is. */
export function startedScreen(started: Started): string {
	const { editor, login, simulator, receivers, baseUrl, apiKey, examples, logFile } = started;
	const first = examples.find((example) => startsWith(example, 'n8n-nodes-base.manualTrigger'));
	const others = examples.filter((example) => example !== first);
	return [
		'',
		'n8n with the video clipping nodes is running. Log in with:',
		'',
		`  Email      ${login.email}`,
		`  Password   ${login.password}`,
		'',
		'What to click:',
		...(first === undefined ? [] : steps(first, started)),
		'',
		'More examples:',
		...others.flatMap((example) => invitation(example, started)),
		'',
		`  Workflows  ${editor}/home/workflows`,
		`  Simulator  ${simulator}  (plays the service; no video leaves this machine)`,
		`  Receivers  ${receivers}  (what the examples send files and messages to)`,
		`  Base URL   ${baseUrl}  and API key ${apiKey}, for credentials of your own`,
		`  Log        ${logFile}`,
		'',
		'Ctrl-C ends everything. What you change is kept for the next start; --fresh forgets it.',
		'',
	].join('\n');
}
