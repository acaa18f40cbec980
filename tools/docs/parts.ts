import { EXTENSIONS, SUBMISSION_LIMITS, VIDEO_LIMITS } from '../../nodes/Clip/lib/limits';
import { VideoClippingApi } from '../../credentials/VideoClippingApi.credentials';
import { Clip } from '../../nodes/Clip/Clip.node';
import { ClipTrigger } from '../../nodes/Clip/ClipTrigger.node';
import { CLIP_NUMBER } from '../../nodes/Clip/service/rules/vocabulary';
import { table, withPart } from './markdown';
import { parameterTable } from './parameters';

const clip = new Clip().description.properties;
const trigger = new ClipTrigger().description.properties;

/** What the service takes, in one place for all that name it. */
function limits(): string {
	const { length, size, resolution } = VIDEO_LIMITS;
	const { perMinute, perHour } = SUBMISSION_LIMITS;
	return table(
		['What', 'Limit'],
		[
			['Length of a video', `${length.minMinutes} to ${length.maxMinutes} minutes`],
			['Size of a video', `at most ${size}`],
			['Resolution', `up to ${resolution}; clips keep the resolution of the video`],
			['Kinds of remote files', EXTENSIONS.join(', ')],
			[
				'Clips of a project',
				`at most ${CLIP_NUMBER.max} with **Max Clip Number**; otherwise all that the service finds`,
			],
			['Length of a clip', 'up to 3 minutes'],
			[
				'Submissions',
				`${perMinute} a minute and ${perHour} an hour, as published; Create keeps to both by itself`,
			],
			['Sources', 'no live broadcasts'],
		],
	);
}

/** What the test of the credential may fail with. */
function credentialErrors(): string {
	const messages = new Set(
		(new VideoClippingApi().test.rules ?? []).map(({ properties }) => properties.message),
	);
	return table(
		['Message', 'What to do'],
		[...messages].map((message) => {
			const end = message.indexOf('. ') + 1;
			return [`**${message.slice(0, end)}**`, message.slice(end + 1)];
		}),
	);
}

/** The parts of the pages that are made from the code, by page and name. */
const PARTS: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
	'docs/use.md': {
		create: () => parameterTable(clip, 'create'),
		get: () => parameterTable(clip, 'get'),
	},
	'docs/trigger.md': { trigger: () => parameterTable(trigger, null) },
	'docs/operate.md': { limits },
	'docs/credential.md': { 'errors-credential': credentialErrors },
};

/** All pages that `npm run docs` writes, and what each of them has to say. */
export const GENERATED: ReadonlyArray<[file: string, wanted: (page: string) => string]> = Object.entries(
	PARTS,
).map(([file, parts]) => [
	file,
	(page) => Object.entries(parts).reduce((text, [name, part]) => withPart(text, name, part()), page),
]);
