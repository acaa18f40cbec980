import type { Login } from './rest';
import type { ImportedExample } from './setup';
import { clipTriggerOf } from './workflow';

/** What the screen of a started n8n tells. */
export interface Started {
	editor: string;
	login: Login;
	/** The simulator's web page. */
	simulator: string;
	/** What a credential for the simulator holds. */
	baseUrl: string;
	apiKey: string;
	examples: readonly ImportedExample[];
	logFile: string;
}

/** The one screen that a person sees when everything runs: where to go, how to get in, what to click. */
export function startedScreen(started: Started): string {
	const { editor, login, simulator, baseUrl, apiKey, examples, logFile } = started;
	const manual = examples.filter(({ workflow }) => clipTriggerOf(workflow) === undefined);
	const triggered = examples.filter(({ workflow }) => clipTriggerOf(workflow) !== undefined);
	const first = manual.find(({ workflow }) => workflow.nodes.length > 0);
	const linkTo = ({ saved }: ImportedExample) => `${editor}/workflow/${saved.id}`;
	const steps = [
		`Open ${editor}/home/workflows and log in. If n8n offers its assistant, choose to set it up later.`,
		first === undefined
			? 'Create a workflow, add the node "Clip", and choose the credential that is there.'
			: `Open "${first.workflow.name}" (${linkTo(first)}) and press "Execute workflow".`,
		"While the videos are processed, watch them on the simulator's page.",
		`Double-click the last node, "${first?.workflow.nodes.at(-1)?.name ?? 'Clip'}", to see the clips.`,
		...triggered.map(
			(example) =>
				`Under ${linkTo(example)}/executions, see the runs of "${example.workflow.name}" that each finished video started.`,
		),
	];
	return [
		'',
		'n8n with the video clipping nodes is running.',
		'',
		`  Editor     ${editor}`,
		`  Login      ${login.email}`,
		`  Password   ${login.password}`,
		`  Simulator  ${simulator}  (plays the service; no video leaves this machine)`,
		`  Base URL   ${baseUrl}  and API key ${apiKey}, for credentials of your own`,
		'',
		'What to click:',
		...steps.map((step, index) => `  ${index + 1}. ${step}`),
		'',
		`Ctrl-C ends everything. What you change is kept for the next start; --fresh forgets it.`,
		`Log of n8n: ${logFile}`,
		'',
	].join('\n');
}
