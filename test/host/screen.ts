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
function invitation(example: ImportedExample, { editor, receivers }: Started): string {
	const { workflow, saved } = example;
	const link = `${editor}/workflow/${saved.id}`;
	const form = formOf(workflow);
	const told =
		form !== undefined
			? `Open the form ${editor}${formPath(form)} and enter any link to a video. After some two minutes its best clips are at ${receivers}`
			: clipTriggerOf(workflow) !== undefined
				? `Each finished video starts it: ${link}/executions`
				: startsWith(example, '@n8n/n8n-nodes-langchain.chatTrigger')
					? `An AI agent; it needs a chat model of yours: ${link}`
					: `Open ${link} and press "Execute workflow".`;
	return `  "${workflow.name}"\n     ${told}`;
}

/** The one screen that a person sees when everything runs: where to go, how to get in, what to click. */
export function startedScreen(started: Started): string {
	const { editor, login, simulator, receivers, baseUrl, apiKey, examples, logFile } = started;
	const first = examples.find((example) => startsWith(example, 'n8n-nodes-base.manualTrigger'));
	const steps = [
		`Open ${editor}/home/workflows and log in. If n8n offers its assistant, choose to set it up later.`,
		first === undefined
			? 'Create a workflow, add the node "Clip", and choose the credential that is there.'
			: `Open "${first.workflow.name}" (${editor}/workflow/${first.saved.id}) and press "Execute workflow".`,
		"While the videos are processed, watch them on the simulator's page.",
		`Double-click the last node, "${first?.workflow.nodes.at(-1)?.name ?? 'Clip'}", to see the clips.`,
	];
	const others = examples.filter((example) => example !== first);
	return [
		'',
		'n8n with the video clipping nodes is running.',
		'',
		`  Editor     ${editor}`,
		`  Login      ${login.email}`,
		`  Password   ${login.password}`,
		`  Simulator  ${simulator}  (plays the service; no video leaves this machine)`,
		`  Receivers  ${receivers}  (an S3 server and others that the examples send files and messages to)`,
		`  Base URL   ${baseUrl}  and API key ${apiKey}, for credentials of your own`,
		'',
		'What to click:',
		...steps.map((step, index) => `  ${index + 1}. ${step}`),
		'',
		'More examples:',
		...others.map((example) => invitation(example, started)),
		'',
		`Ctrl-C ends everything. What you change is kept for the next start; --fresh forgets it.`,
		`Log of n8n: ${logFile}`,
		'',
	].join('\n');
}
