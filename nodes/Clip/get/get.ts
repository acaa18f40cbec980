import type { IExecuteFunctions } from 'n8n-workflow';
import { fetchFiles } from '../download/fetchFiles';
import type { FileOptions } from '../download/download.schema';
import { fileOf } from '../download/fileItem';
import { hint, stopController, type Stop } from '../n8n/execution';
import { executorOf, isToolCall } from '../n8n/host';
import {
	endAtFailure,
	isFailedItem,
	type OfItem,
	type Outcome,
	type OutputItem,
	readItems,
	withoutFailed,
} from '../n8n/outcomes';
import { withAccounts, type WithAccount } from '../service/accounts';
import { openService, type Service } from '../service/client';
import { withExpectation } from '../service/noteProjects';
import { queryBriefly, queryEach } from '../service/queries';
import { NOTHING_ASKED } from '../service/rules/advice';
import { type Answer, isSuccess } from '../service/rules/answer';
import { isClip } from '../service/rules/clip';
import type { Project } from '../service/rules/project';
import { CLIPS_FOR_AGENTS } from '../service/rules/vocabulary';
import { withOtherProjects } from '../wait/knownProjects';
import { endOf, type ProjectItem } from '../wait/results';
import { waitAfterFirstRound } from '../wait/waitInProcess';
import { type GetParameters, getParameters } from './get.schema';
import { clipsAsInput, whyNoClips } from './rules/advice';
import { clipOutput } from './rules/selection';

type GetItem = WithAccount<GetParameters & OfItem>;

/**
 * Get: the clips of each item's project, best first, one item for each clip, linked to the input item.
 *
 * @throws NodeEnded when a project has no clips to give, unless the node continues on fail
 */
export async function execute(context: IExecuteFunctions): Promise<Array<Outcome<OutputItem>>> {
	const read = await withAccounts(context, readItems(context, getParameters, NOTHING_ASKED), NOTHING_ASKED);
	const service = openService(context);
	const stop = stopController(context);
	const items = withExpectation(context, withoutFailed(read));
	hintAtClipsAsInput(context, items);
	const projects = await projectsOf(context, service, items, stop.signal).catch((error: unknown) => {
		throw withOtherProjects(error, items, executorOf(context));
	});
	const byItem = new Map(projects.map((outcome) => [outcome.itemIndex, outcome]));
	// Several items may have the same project.
	const hints = new Set<string>();
	const outputs = read.flatMap((item): Array<Outcome<ClipOutput>> => {
		if (isFailedItem(item)) return [item];
		const outcome = byItem.get(item.itemIndex);
		if (outcome === undefined) return [];
		if (isFailedItem(outcome)) return [outcome];
		const clips = outputOf(context, item, outcome.project);
		if (clips.length === 0) hints.add(whyNoClips(outcome.project));
		return clips;
	});
	for (const text of hints) hint(context, text);
	return await withFiles(context, outputs, stop);
}

/** Behind another Get, or the trigger, each input item is a clip, and all clips of its project come out for each of them. */
function hintAtClipsAsInput(context: IExecuteFunctions, items: readonly GetItem[]): void {
	const input = context.getInputData();
	const clips = items.filter(({ itemIndex }) => isClip(input[itemIndex]?.json ?? {}));
	const projects = new Set(clips.map(({ projectId }) => projectId));
	if (clips.length > projects.size) hint(context, clipsAsInput(clips.length, projects.size));
}

/** What becomes of the project of each item. Items that do not wait are asked for a few times at most, before the others. */
async function projectsOf(
	context: IExecuteFunctions,
	service: Service,
	items: readonly GetItem[],
	signal: AbortSignal,
): Promise<Array<Outcome<ProjectItem>>> {
	const others = items.filter(({ ifNotReady }) => ifNotReady !== 'wait');
	const answers = await queryBriefly(service, others, signal);
	const patient = items.filter(({ ifNotReady }) => ifNotReady === 'wait');
	const first = await queryEach(service, patient, signal);
	const asked = others.map((item) => atOnce(context, item, answers.get(item.itemIndex)));
	endAtFailure(context, asked);
	return [...asked, ...(await waitAfterFirstRound(context, service, patient, first, signal))];
}

/** What an answer means for an item that does not wait; there is none after a Stop. */
function atOnce(context: IExecuteFunctions, item: GetItem, answer: Answer | undefined): Outcome<ProjectItem> {
	if (answer === undefined) return endOf(executorOf(context), item, { kind: 'stopped' });
	if (!isSuccess(answer)) return endOf(executorOf(context), item, { kind: 'failed', failure: answer });
	return answer.kind === 'processing' && item.ifNotReady === 'error'
		? endOf(executorOf(context), item, { kind: 'processing' })
		: { itemIndex: item.itemIndex, project: answer.project };
}

/** What comes out for a project, and how to download its file where somebody wants it. */
interface ClipOutput extends OutputItem {
	files: FileOptions | null;
}

function outputOf(context: IExecuteFunctions, item: GetItem, project: Project): ClipOutput[] {
	const { itemIndex, output, selection: wanted, files } = item;
	if (project.status === 'processing') {
		const { projectId, status } = project;
		return [{ itemIndex, json: output === 'project' ? project : { projectId, status }, files: null }];
	}
	// Of clips that come one by one, an agent gets a few, unless it says how many.
	const limit = wanted.limit ?? (isToolCall(context) && output === 'clips' ? CLIPS_FOR_AGENTS : undefined);
	return clipOutput(project, { ...wanted, limit }, item).map((json) => ({ itemIndex, json, files }));
}

/** @throws NodeEnded for the first file that cannot be had, unless the node continues on fail */
async function withFiles(
	context: IExecuteFunctions,
	outputs: ReadonlyArray<Outcome<ClipOutput>>,
	stop: Stop,
): Promise<Array<Outcome<OutputItem>>> {
	const wanted = outputs.flatMap((output, position) => {
		if (isFailedItem(output) || output.files === null) return [];
		return [{ position, file: fileOf(output.itemIndex, output.json, output.files) }];
	});
	if (wanted.length === 0) return [...outputs];
	const files = await fetchFiles(
		context,
		wanted.map(({ file }) => file),
		stop,
	);
	const byPosition = new Map(wanted.map(({ position }, index) => [position, files[index]]));
	return outputs.map((output, position) => {
		const file = byPosition.get(position);
		if (file === undefined || isFailedItem(output)) return output;
		if (isFailedItem(file)) return file;
		const { itemIndex, json } = output;
		return { itemIndex, json: { ...json, ...file.fields }, binary: file.binary };
	});
}
