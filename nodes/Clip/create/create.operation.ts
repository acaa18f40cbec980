import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { switchSchema, countSchema, choiceSchema, combineSchemas } from '../lib/schemas';
import { EXTENSIONS, SUBMISSION_LIMITS, VIDEO_LIMITS } from '../lib/limits';
import {
	defineCollection,
	defineFields,
	fieldsOf,
	fromModel,
	showInNodeOnly,
	OPTIONS,
	defineParameter,
	defineWithDefault,
	withDisplayOptions,
	toolDescription,
	defineWithToolVariant,
} from '../n8n/panel';
import { isPaused } from '../n8n/platform';
import type { ItemParameters } from '../n8n/readParameters';
import type { Execute, Operation } from '../n8n/operation';
import { failAllItems, failedItemsIn, goodResultsIn, sortByItem } from '../n8n/results';
import { notePayingEachTime } from '../n8n/executionProjects';
import { makeProblem } from '../problems/problem';
import { readItems } from '../n8n/readItems';
import { openAccounts } from '../service/accounts';
import * as submissionSchemas from '../service/rules/submission';
import {
	CLIP_MODELS,
	CLIP_NUMBER,
	DEFAULT_MODEL,
	DEFAULT_RATIO,
	LANGUAGES,
	PREFER_LENGTHS,
	RATIOS,
	VIDEO_TYPES,
} from '../service/rules/vocabulary';
import { pauseOptions } from '../wait/wait.parameters';
import { waitAndReturn } from '../wait/waitAndReturn';
import { beginBatch, withContentKeys } from './batch';
import { openSubmissionStore } from './submissionStore';
import type { ServiceDefaults } from './rules/content';
import type { SubmitAgain } from './rules/reuse';
import { answersByItemOf, addReuseHint, submitAll, itemsToWatch } from './submitAll';

const show = { operation: ['create'] };

const { length, size, resolution } = VIDEO_LIMITS;

const REQUIREMENTS = `${length.minMinutes} to ${length.maxMinutes} minutes long, at most ${size}, up to ${resolution}, not a live broadcast, and open to everyone who has the link`;

/** The fields that the panel always shows. */
const alwaysShown = {
	videoUrl: defineWithToolVariant(
		show,
		{
			displayName: 'Video URL',
			name: 'videoUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://www.youtube.com/watch?v=VIDEO_ID',
			description: `A link to one video, not to a channel or a playlist. The video is ${REQUIREMENTS}.`,
			schema: submissionSchemas.videoUrl,
		},
		{
			default: fromModel(
				'Video_URL',
				// n8n's own Agents tell their model nothing of a tool but its name and this.
				`The full link to one video, not to a channel or a playlist, starting with https://. The video is ${REQUIREMENTS}. Each call costs money: make one for each video.`,
			),
		},
	),
	ratioOfClip: defineParameter({
		displayName: 'Aspect Ratio',
		name: 'ratioOfClip',
		type: 'options',
		options: [...RATIOS],
		default: DEFAULT_RATIO,
		description: 'The shape of the clips. In an expression: 1 for 9:16, 2 for 1:1, 3 for 4:5, 4 for 16:9.',
		displayOptions: { show },
		schema: submissionSchemas.ratioOfClip,
	}),
	preferLength: defineParameter({
		displayName: 'Preferred Length',
		name: 'preferLength',
		type: 'multiOptions',
		options: [...PREFER_LENGTHS],
		default: [0],
		description:
			'How long the clips should be. Several lengths can be combined, but not with Automatic. In an expression: a list of numbers from 0 to 4.',
		displayOptions: { show },
		schema: submissionSchemas.preferLength,
	}),
};

/** The other fields of a submission. Those that the user does not add are not sent. */
const additional = {
	autoBrollSwitch: defineParameter({
		displayName: 'Auto B-Roll',
		name: 'autoBrollSwitch',
		type: 'boolean',
		default: true,
		description: 'Whether to add B-roll to the clips',
		serviceDefault: 0,
		schema: submissionSchemas.switchOnWire,
	}),
	emojiSwitch: defineParameter({
		displayName: 'Auto Emoji',
		name: 'emojiSwitch',
		type: 'boolean',
		default: true,
		description: 'Whether to add emoji to the subtitles',
		serviceDefault: 0,
		schema: submissionSchemas.switchOnWire,
	}),
	clipModel: defineParameter({
		displayName: 'Clip Model',
		name: 'clipModel',
		type: 'options',
		options: [...CLIP_MODELS],
		default: DEFAULT_MODEL,
		description: 'The model that finds the clips',
		serviceDefault: DEFAULT_MODEL,
		schema: submissionSchemas.clipModel,
	}),
	ext: defineParameter({
		displayName: 'File Extension',
		name: 'ext',
		type: 'options',
		options: [
			{ name: 'Detect From URL', value: 'auto' },
			...EXTENSIONS.map((ext) => ({ name: ext.toUpperCase(), value: ext })),
		],
		default: 'auto',
		description: 'The format of a remote video file, if its link does not say',
		schema: submissionSchemas.ext,
	}),
	headlineSwitch: defineParameter({
		displayName: 'Headline',
		name: 'headlineSwitch',
		type: 'boolean',
		default: false,
		description: 'Whether to show an AI-generated headline during the first 3 seconds of each clip',
		hint: 'The service shows headlines unless this field turns them off',
		serviceDefault: 1,
		schema: submissionSchemas.switchOnWire,
	}),
	highlightSwitch: defineParameter({
		displayName: 'Highlight Words in Subtitles',
		name: 'highlightSwitch',
		type: 'boolean',
		default: true,
		description: 'Whether to highlight important words in the subtitles',
		serviceDefault: 0,
		schema: submissionSchemas.switchOnWire,
	}),
	keywords: defineParameter({
		displayName: 'Keywords to Find',
		name: 'keywords',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		placeholder: 'e.g. every answer about pricing',
		description:
			'The moments or topics to clip, in your own words. Only matching clips are returned, normally fewer, and none when nothing matches.',
		schema: submissionSchemas.keywords,
	}),
	maxClipNumber: defineParameter({
		displayName: 'Max Clip Number',
		name: 'maxClipNumber',
		type: 'number',
		typeOptions: { minValue: CLIP_NUMBER.min, maxValue: CLIP_NUMBER.max },
		default: 10,
		description:
			"How many clips the service makes at most, the best by viral score; it may finish sooner. To let it make all clips and use only the best, set 'Limit' in Get Clips instead.",
		schema: submissionSchemas.maxClipNumber,
	}),
	projectName: defineParameter({
		displayName: 'Project Name',
		name: 'projectName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Harbour interview',
		description:
			'The name of the project in the service. By default the file name or the title of the video.',
		schema: submissionSchemas.plainText,
	}),
	removeSilenceSwitch: defineParameter({
		displayName: 'Remove Silence',
		name: 'removeSilenceSwitch',
		type: 'boolean',
		default: true,
		description: 'Whether to cut out silent gaps and filler words. Heavy trimming can make a video choppy.',
		serviceDefault: 0,
		schema: submissionSchemas.switchOnWire,
	}),
	subtitleSwitch: defineParameter({
		displayName: 'Subtitles',
		name: 'subtitleSwitch',
		type: 'boolean',
		default: false,
		description: 'Whether to show subtitles in the clips',
		hint: 'The service shows subtitles unless this field turns them off',
		serviceDefault: 1,
		schema: submissionSchemas.switchOnWire,
	}),
	templateId: defineParameter({
		displayName: 'Template ID',
		name: 'templateId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 184203',
		description:
			"A personal or Brand Kit template, which must have the ratio of 'Aspect Ratio'. To find its ID, edit any clip in the service, open the Template tab and hover over the template.",
		schema: submissionSchemas.templateId,
	}),
	videoType: defineParameter({
		displayName: 'Video Type',
		name: 'videoType',
		type: 'options',
		options: [
			{
				name: 'Detect From URL',
				value: 'auto',
				description: 'Recognize platforms by their domain and video files by their extension',
			},
			...VIDEO_TYPES,
		],
		default: 'auto',
		description: 'Where the video comes from, if its link does not say',
		schema: submissionSchemas.videoType,
	}),
};

/** Fields of newer versions of the service. */
const custom = {
	customFields: defineParameter({
		displayName: 'Custom Fields (JSON)',
		name: 'customFields',
		type: 'json',
		default: '{}',
		description:
			'A JSON object with fields of newer service versions. A field that this panel has must be set there.',
		schema: submissionSchemas.customFields,
	}),
};

const languages: INodePropertyOptions[] = [
	...LANGUAGES,
	{ name: 'Other', value: 'other', description: 'Any other language; enter its code' },
];

/** One of them is sent as `lang`. */
const lang = defineFields(submissionSchemas.language, [
	{
		displayName: 'Language',
		name: 'lang',
		type: 'options',
		options: languages,
		default: 'auto',
		description: 'The language spoken in the video',
		displayOptions: { show },
	},
	{
		displayName: 'Language Code',
		name: 'langCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. ja',
		description:
			'The ISO 639-1 code of the language. The service rejects the video if it does not support the language.',
		displayOptions: { show: { ...show, lang: ['other'] } },
	},
]);

const waitForClips = defineWithToolVariant(
	show,
	{
		displayName: 'Wait Until Ready',
		name: 'waitForClips',
		type: 'boolean',
		default: true,
		description: 'Whether to wait until the clips are ready before the next node runs',
		schema: switchSchema.default(true),
	},
	{
		default: false,
		description: 'Whether to wait until the clips are ready before the tool answers',
		hint: 'Leave it off: a chat should not hang for many minutes. Add a second Clip Tool with the operation Get Clips, which fetches the clips later.',
	},
);

/** Shown where each execution pays. */
const costNotice: INodeProperties = {
	displayName: 'Each execution submits this video again and pays for it.',
	name: 'costNotice',
	type: 'notice',
	default: '',
	displayOptions: showInNodeOnly({ ...show, '/options.submitAgain': ['always'] }),
};

const MOST_PER_MINUTE = 600;

/** What becomes of a video that was submitted before, see `rules/reuse.ts`. */
const SUBMIT_AGAIN = [
	{
		name: 'Automatically',
		value: 'auto',
		description:
			'In the editor: only if its project has failed or is gone. In all other executions: only if it was submitted more than two hours ago.',
	},
	{
		name: 'Each Time',
		value: 'always',
		description: 'Each execution submits the video, and pays for it',
	},
	{
		name: 'Never for the Same Video',
		value: 'never',
		description:
			'Never again while it is among the last 500 videos of this node; in the editor, only if its project has failed or is gone. For a feed that repeats its episodes.',
	},
] as const satisfies ReadonlyArray<INodePropertyOptions & { value: SubmitAgain }>;

const { perMinute, perHour } = SUBMISSION_LIMITS;

const whileWaiting = { show: { '/waitForClips': [true] } };

const options = {
	submissionsPerMinute: defineWithDefault({
		displayName: 'Submissions per Minute',
		name: 'submissionsPerMinute',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: perMinute,
		description: `The most videos that all executions together submit per minute (in queue mode, per worker). The published limits are ${perMinute} submissions a minute and ${perHour} an hour. Above ${perMinute}, the node ignores the hourly limit.`,
		schema: countSchema(MOST_PER_MINUTE),
	}),
	submitAgain: defineWithDefault({
		displayName: 'Submit Again',
		name: 'submitAgain',
		type: 'options',
		options: [...SUBMIT_AGAIN],
		default: 'auto',
		description:
			'When to submit, and pay for, a video that this node has already submitted with the same settings',
		schema: choiceSchema(SUBMIT_AGAIN),
	}),
	maxWait: withDisplayOptions(whileWaiting, pauseOptions.maxWait),
	pollInterval: withDisplayOptions(whileWaiting, pauseOptions.pollInterval),
	waitMode: withDisplayOptions(whileWaiting, pauseOptions.waitMode),
};

/** The most used first. */
const fields: INodeProperties[] = [
	toolDescription(
		'create',
		'Starts to cut one long video into short clips that are ranked by viral score. It costs money, so call it once for each video. Returns a project with its projectId. While its status is processing, tell the user that the clips come in some minutes, and keep the projectId: the clips are fetched with it later.',
	),
	...fieldsOf(alwaysShown),
	...lang.fields,
	...waitForClips.fields,
	costNotice,
	defineCollection(
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			placeholder: 'Add Field',
			displayOptions: { show },
		},
		{ ...additional, ...custom },
	),
	defineCollection({ ...OPTIONS, displayOptions: { show } }, options),
];

const serviceParameters = { ...alwaysShown, ...additional };

/** The fields of the service, by the names that it has for them. */
export const SUBMISSION_FIELDS: readonly string[] = [...Object.keys(serviceParameters), 'lang'];

export const submissionSchema = submissionSchemas.submissionSchemaOf(
	{ fields: z.object(serviceParameters), lang, custom: z.object(custom) },
	SUBMISSION_FIELDS,
);

/** A field with its default counts as one that is not set. */
export const SERVICE_DEFAULTS: ServiceDefaults = Object.fromEntries(
	Object.entries(serviceParameters).map(([name, { serviceDefault }]) => [name, serviceDefault]),
);

const schema = combineSchemas({
	submission: submissionSchema,
	waiting: z.object({ waitForClips }),
	options: z.object(options),
}).transform(({ submission, waiting, options: { maxWait, pollInterval, ...others } }) => ({
	submission,
	...others,
	/** Null where 'Wait Until Ready' is off. */
	waitSettings: waiting.waitForClips ? { maxWait, pollInterval } : null,
}));

/** A tool does not wait by default. */
const parameters: ItemParameters<z.output<typeof schema>> = {
	fields,
	schema,
	toolDefaults: { waitForClips: false },
};

/** How many videos the node takes at once: more would keep an execution running for hours. */
const MOST_VIDEOS = 40;

/**
 * Create: submits one video for each item, those of an account in order, at the pace of the service, and waits for all of them side by
 * side. One project comes out for each item. All items are read before the first one is sent, since a submission costs money.
 */
const execute: Execute = async (execution) => {
	const store = openSubmissionStore(execution.context);
	execution.projects.push(...store.projects());
	const purpose = execution.isRetry ? 'submitInRetry' : 'submit';
	const items = await openAccounts(execution, readItems(execution, parameters, purpose), purpose);
	if (items.fatal !== undefined) return items;
	const toSubmit = withContentKeys(goodResultsIn(items.results), SERVICE_DEFAULTS);
	if (toSubmit.some(({ submitAgain }) => submitAgain === 'always')) notePayingEachTime(execution.context);
	const batch = beginBatch(execution, store, toSubmit);
	if (batch.videoCount > MOST_VIDEOS) {
		return failAllItems(
			execution,
			makeProblem('tooManyVideos', { videos: batch.videoCount, most: MOST_VIDEOS }),
		);
	}
	const submitted = await submitAll(batch, toSubmit);
	if (submitted.fatal !== undefined) return submitted;
	const { ended } = submitted;
	const results = ended.map(({ result }) => result);
	const output = await waitAndReturn(execution, {
		mode: ended.find(({ item }) => item.waitSettings !== null)?.item.waitMode ?? 'durable',
		toWatch: itemsToWatch(ended),
		answers: answersByItemOf(ended),
		results: sortByItem([...failedItemsIn(items.results), ...results]),
	});
	// n8n keeps no hint of a node that pauses.
	if (!isPaused(execution.context)) addReuseHint(execution, ended);
	return output;
};

export const operation = {
	option: {
		name: 'Create Clips',
		value: 'create',
		action: 'Create clips from video',
		description: 'Submit a video and get one project. Add Get Clips to get one item per clip.',
	},
	subtitle: '$parameter["waitForClips"] === false ? "Submit only" : "Submit and wait"',
	parameters,
	execute,
} satisfies Operation;
