import type { IExecuteFunctions } from 'n8n-workflow';
import { readNumber } from '../lib/values';
import { hint, stopController, type Stop } from '../n8n/execution';
import { withOtherProjects } from '../n8n/failures';
import { isByHand, isToolCall } from '../n8n/host';
import {
	endAtFailure,
	isFailedItem,
	type OfItem,
	type Outcome,
	type OutputItem,
	readItems,
	withoutFailed,
} from '../n8n/outcomes';
import { hintTexts } from '../problems/notices';
import { problem } from '../problems/problem';
import { withAccounts, type WithAccount } from '../service/accounts';
import { withExpectation } from '../service/noteProjects';
import type { Clip } from '../service/rules/clip';
import type { Project } from '../service/rules/project';
import { CLIPS_FOR_AGENTS } from '../service/rules/vocabulary';
import { byProject, pollEach } from '../wait/poll';
import type { ProjectItem } from '../wait/results';
import { startWatching } from '../wait/rules/watching';
import { fetchFiles } from './files/fetchFiles';
import { type FileItem, fileOf } from './files/fileItem';
import { type GetParameters, getParameters } from './get.schema';
import { clipOutput, selectClips } from './rules/selection';

type GetItem = WithAccount<GetParameters & OfItem>;

/**
 * Get: the clips of each item's project, best first, one item for each clip, linked to the input item; or one clip for each item.
 *
 * @throws NodeEnded when a project has no clips to give, unless the node continues on fail
 */
export async function execute(context: IExecuteFunctions): Promise<Array<Outcome<OutputItem>>> {
	const read = await withAccounts(context, readItems(context, getParameters, 'ask'), 'ask');
	const stop = stopController(context);
	const items = withExpectation(context, withoutFailed(read));
	const together = clipsByProject(context, items);
	const asking = items.map((item) => ({
		...item,
		isBrief: item.ifNotReady !== 'wait',
		mustBeReady: item.ifNotReady === 'error',
	}));
	const watched = startWatching(asking, Date.now(), { asksAtOnce: true });
	const projects = await pollEach(context, watched, stop.signal).catch((error: unknown) => {
		throw withOtherProjects(error, items);
	});
	const byItem = new Map(projects.map((outcome) => [outcome.itemIndex, outcome]));
	// Several items may have the same project.
	const reasons = new Set<string>();
	const outputs = read.flatMap((item): Array<Outcome<ClipOutput>> => {
		if (isFailedItem(item)) return [item];
		const { itemIndex } = item;
		const outcome = byItem.get(itemIndex);
		if (outcome === undefined) return [];
		if (isFailedItem(outcome)) return [outcome];
		const linkedTo = together.get(itemIndex) ?? [itemIndex];
		if (linkedTo[0] !== itemIndex) return [];
		const clips = outputOf(context, item, outcome.project);
		if (clips.length === 0) reasons.add(hintTexts.whyNoClips(outcome.project));
		return clips.map((clip) => (isFailedItem(clip) ? clip : { ...clip, linkedTo }));
	});
	endAtFailure(context, outputs);
	for (const reason of reasons) hint(context, reason);
	if (isByHand(context)) hintAtCredits(context, projects);
	return await withFiles(context, outputs, stop);
}

function hintAtCredits(context: IExecuteFunctions, projects: ReadonlyArray<Outcome<ProjectItem>>): void {
	const used = new Map(
		withoutFailed(projects).map(({ project }) => [project.projectId, readNumber(project.creditsUsed)]),
	);
	const known = [...used].flatMap(([projectId, credits]) =>
		credits === undefined ? [] : [[projectId, credits] as const],
	);
	if (known.length > 0) hint(context, hintTexts.creditsOf(known));
}

/** Behind another Get, or the trigger, each input item is a clip: the clips of its project come out once, for all items of it. */
function clipsByProject(context: IExecuteFunctions, items: readonly GetItem[]): Map<number, number[]> {
	const clips = items.filter(({ isClip, videoId }) => isClip && videoId === undefined);
	const projects = byProject(clips).map((same) => same.map(({ itemIndex }) => itemIndex));
	if (clips.length > projects.length) hint(context, hintTexts.clipsAsInput(clips.length, projects.length));
	return new Map(projects.flatMap((same) => same.map((itemIndex) => [itemIndex, same] as const)));
}

/** What comes out for a project, and the file to it where somebody wants one. */
interface ClipOutput extends OutputItem {
	file: Outcome<FileItem> | null;
}

function outputOf(context: IExecuteFunctions, item: GetItem, project: Project): Array<Outcome<ClipOutput>> {
	const { itemIndex, account, output, files, videoId } = item;
	if (project.status === 'processing') {
		const { projectId, status } = project;
		return [{ itemIndex, json: output === 'project' ? project : { projectId, status }, file: null }];
	}
	const clips = wantedClips(context, item, project.clips ?? []);
	if (videoId !== undefined && clips.length === 0) {
		const { projectId } = project;
		return [{ itemIndex, problem: problem('clipNotFound', { projectId, videoId, isFinal: true }) }];
	}
	return clipOutput(project, clips, item).map((json, index) => {
		const clip = clips[index];
		const file = files === null || clip === undefined ? null : fileOf(clip, { itemIndex, account, ...files });
		return { itemIndex, json, file };
	});
}

function wantedClips(
	context: IExecuteFunctions,
	{ videoId, output, selection }: GetItem,
	clips: readonly Clip[],
): Clip[] {
	if (videoId !== undefined) return clips.filter((clip) => clip.videoId === videoId).slice(0, 1);
	// Of clips that come one by one, an agent gets a few, unless it says how many.
	const most = isToolCall(context) && output === 'clips' ? CLIPS_FOR_AGENTS : undefined;
	return selectClips(clips, { ...selection, limit: selection.limit ?? most });
}

/** @throws NodeEnded for the first file that cannot be had, unless the node continues on fail */
async function withFiles(
	context: IExecuteFunctions,
	outputs: ReadonlyArray<Outcome<ClipOutput>>,
	stop: Stop,
): Promise<Array<Outcome<OutputItem>>> {
	const wanted = outputs.flatMap((output, position) =>
		isFailedItem(output) || output.file === null ? [] : [{ position, file: output.file }],
	);
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
		return { ...output, json: { ...output.json, ...file.fields }, binary: file.binary };
	});
}
