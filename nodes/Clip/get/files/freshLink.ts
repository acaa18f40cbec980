import { type AskingItem, queryBriefly } from '../../service/queries';
import { adviceOn } from '../../service/rules/advice';
import { type Answer, isSuccess } from '../../service/rules/answer';
import type { Clip } from '../../service/rules/clip';
import { parseLink } from '../../lib/link';
import { failureFrom } from '../../n8n/failures';
import { described } from '../../lib/advice';
import type { FileItem } from './fileItem';
import { FRESH } from '../rules/fileAdvice';

/** What the service said about a link that has expired. */
export interface FreshLink {
	/** null when there is none. */
	link: URL | null;
	/** The link as the item of the clip has it. */
	fields?: Pick<Clip, 'videoUrl' | 'expiresAt'>;
	/** For the user, should the file not come: that this was tried, or why not. */
	remark: string;
}

const none = (remark: string): FreshLink => ({ link: null, remark });

/** Gives a fresh link to the clip of a file whose host accepts the old one no more. */
export type AskForFreshLink = (item: FileItem) => Promise<FreshLink>;

/**
 * Where a node gets fresh links for its files. The service is asked once for each project, since its answer has the links to all
 * clips; once more, where it gave no answer or where these links have expired, too.
 *
 * @param signal - ends the pauses after a passing failure
 */
export function freshLinks(signal: AbortSignal): AskForFreshLink {
	const answers = new Map<string, Promise<Answer | undefined>>();

	/** @param not - an answer that was of no use: the service is asked again */
	const ask = async (item: AskingItem, not?: Answer): Promise<Answer | undefined> => {
		const key = `${item.account.id}/${item.projectId}`;
		const known = answers.get(key);
		if (known !== undefined && (not === undefined || (await known) !== not)) return await known;
		const asked = queryBriefly([item], signal).then((all) => all.get(item.itemIndex));
		answers.set(key, asked);
		const answer = await asked;
		if (answer === undefined || !isSuccess(answer)) answers.delete(key);
		return answer;
	};

	return async ({ itemIndex, account, clip: { projectId, videoId } }) => {
		if (videoId === null) return none(FRESH.noId);
		try {
			const item = { itemIndex, projectId, account };
			const first = await ask(item);
			const hasExpired = Date.parse(clipIn(first, videoId)?.expiresAt ?? '') <= Date.now();
			return read(hasExpired ? await ask(item, first) : first, projectId, videoId);
		} catch (error) {
			return none(FRESH.none(`${failureFrom(error).title}.`));
		}
	};
}

const clipIn = (answer: Answer | undefined, videoId: string): Clip | undefined =>
	answer && isSuccess(answer) ? answer.project.clips?.find((clip) => clip.videoId === videoId) : undefined;

function read(answer: Answer | undefined, projectId: string, videoId: string): FreshLink {
	if (answer === undefined) return none(FRESH.stopped);
	if (!isSuccess(answer)) {
		const { title, ...rest } = adviceOn('query', answer, 'caller');
		return none(FRESH.none(`${title}. ${described(rest)}`));
	}
	const clip = clipIn(answer, videoId);
	const link = parseLink(clip?.videoUrl ?? '');
	if (clip === undefined || link === null) {
		return none(FRESH.gone(projectId, videoId));
	}
	const { videoUrl, expiresAt } = clip;
	return { link, fields: { videoUrl, expiresAt }, remark: FRESH.tried };
}
