import { groupBy } from '../lib/groupBy';
import { addHint } from '../n8n/platform';
import {
	isFailed,
	checkForFatal,
	type HasItemIndex,
	type ResultsOrFatal,
	type OutputItem,
	type Result,
} from '../n8n/results';
import type { NodeExecution } from '../n8n/nodeExecution';
import { hintTexts } from '../problems/notices';
import { makeProblem } from '../problems/problem';
import type { WithAccount } from '../service/accounts';
import { noteQueriedProjects, withMustBeKnown } from '../n8n/executionProjects';
import type { ClipData } from '../service/rules/clip';
import { groupByProject, pollEach, type ProjectItem } from '../wait/poll';
import { beginWatches, type WaitSettings } from '../wait/rules/watchedItem';
import { downloadFiles, type FileItem, fileOf, type FileOptions } from './files/downloadFiles';
import { CLIPS_FOR_AGENTS } from './rules/compact';
import { jsonsOfProject, type Output, type Selection, selectClips } from './rules/selection';

export interface GetSettings {
	projectId: string;
	ifNotReady: 'error' | 'status' | 'wait';
	output: Output;
	simplify: boolean;
	/** The only clip that is wanted; absent where all are. */
	videoId?: string | undefined;
	selection: Selection;
	waitSettings: WaitSettings;
	/** Null when no files are wanted. */
	files: FileOptions | null;
	/** Whether the item is a clip of the project that is asked for. */
	isClipOfProject: boolean;
}

type GetItem = WithAccount<GetSettings & HasItemIndex>;

/** After another Get, or the trigger, each input item is a clip. Then the clips of a project come out once, for all of its items. */
export function pairItemsOfSameProject(
	{ context }: NodeExecution,
	items: readonly GetItem[],
): Map<number, number[]> {
	const clips = items.filter(({ isClipOfProject, videoId }) => isClipOfProject && videoId === undefined);
	const projects = groupByProject(clips).map((itemsOfProject) =>
		itemsOfProject.map(({ itemIndex }) => itemIndex),
	);
	if (clips.length > projects.length) addHint(context, hintTexts.clipsAsInput(clips.length, projects.length));
	return new Map(
		projects.flatMap((itemsOfProject) =>
			itemsOfProject.map((itemIndex) => [itemIndex, itemsOfProject] as const),
		),
	);
}

export async function waitForProjects(
	execution: NodeExecution,
	items: readonly GetItem[],
): Promise<ResultsOrFatal<GetItem & ProjectItem>> {
	noteQueriedProjects(execution, items);
	const toWatch = withMustBeKnown(execution.context, items).map((item) => ({
		...item,
		patience: item.ifNotReady === 'wait' ? ('steady' as const) : ('brief' as const),
		mustBeReady: item.ifNotReady === 'error',
	}));
	return await pollEach(execution, beginWatches(toWatch, Date.now(), { startsWithQuery: true }));
}

interface OutputWithFile extends OutputItem {
	file: Result<FileItem> | null;
}

/** @param pairedItemsByItem - for each item, the items whose clips come out once together */
export function outputsOfClips(
	execution: NodeExecution,
	items: ReadonlyArray<GetItem & ProjectItem>,
	pairedItemsByItem: ReadonlyMap<number, number[]>,
): ResultsOrFatal<OutputWithFile> {
	const withoutClips: Array<GetItem & ProjectItem> = [];
	const ready = new Set(items.map(({ itemIndex }) => itemIndex));
	const outputs = items.flatMap((item): Array<Result<OutputWithFile>> => {
		const { itemIndex } = item;
		// The others of its project may have failed.
		const pairedItems = (pairedItemsByItem.get(itemIndex) ?? [itemIndex]).filter((index) => ready.has(index));
		if (pairedItems[0] !== itemIndex) return [];
		const clips = outputsOfProject(execution, item);
		if (clips.length === 0) withoutClips.push(item);
		return clips.map((clip) => (isFailed(clip) ? clip : { ...clip, pairedItems }));
	});
	const idOf = ({ account, project }: GetItem & ProjectItem) => `${account.id}/${project.projectId}`;
	for (const [{ project }] of groupBy(withoutClips, idOf)) {
		addHint(execution.context, hintTexts.whyNoClips(project));
	}
	return checkForFatal(execution, outputs);
}

function outputsOfProject(
	execution: NodeExecution,
	item: GetItem & ProjectItem,
): Array<Result<OutputWithFile>> {
	const { itemIndex, account, output, files, project, videoId } = item;
	if (project.status === 'processing') {
		const { projectId, status } = project;
		return [{ itemIndex, json: output === 'project' ? project : { projectId, status }, file: null }];
	}
	const clips = chooseClips(execution, item, project.clips ?? []);
	if (videoId !== undefined && clips.length === 0) {
		const { projectId } = project;
		return [{ itemIndex, problem: makeProblem('clipNotFound', { projectId, videoId, isFinal: true }) }];
	}
	return jsonsOfProject(project, clips, item).map((json, index) => {
		const clip = clips[index];
		const file = files === null || clip === undefined ? null : fileOf(clip, { itemIndex, account, ...files });
		return { itemIndex, json, file };
	});
}

function chooseClips(
	{ isTool }: NodeExecution,
	{ videoId, output, selection }: GetItem,
	clips: readonly ClipData[],
): ClipData[] {
	if (videoId !== undefined) return clips.filter((clip) => clip.videoId === videoId).slice(0, 1);
	// An agent gets a few clips, unless it says how many.
	const most = isTool && output === 'clips' ? CLIPS_FOR_AGENTS : undefined;
	return selectClips(clips, { ...selection, limit: selection.limit ?? most });
}

export async function addFiles(
	execution: NodeExecution,
	outputs: readonly OutputWithFile[],
): Promise<ResultsOrFatal<OutputItem>> {
	const wanted = outputs.flatMap(({ file }) => (file === null ? [] : [file]));
	if (wanted.length === 0) return { results: outputs };
	const files = await downloadFiles(execution, wanted);
	if (files.fatal !== undefined) return files;
	const byWanted = new Map(wanted.map((file, index) => [file, files.results[index]]));
	const results = outputs.map((output): Result<OutputItem> => {
		const file = output.file === null ? undefined : byWanted.get(output.file);
		if (file === undefined || isFailed(file)) return file ?? output;
		return { ...output, json: { ...output.json, ...file.fields }, binary: file.binary };
	});
	return { results };
}
