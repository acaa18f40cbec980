import type { IExecuteFunctions } from 'n8n-workflow';
import { queryBriefly } from '../service/queries';
import { openService } from '../service/client';
import { readCredential } from '../service/credential';
import { adviceOn } from '../service/rules/advice';
import { isSuccess } from '../service/rules/answer';
import type { Clip } from '../service/rules/clip';
import { parseLink } from '../lib/link';
import { asFailure } from '../n8n/failures';
import type { FileItem } from './checkFile';

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

/**
 * Asks the service for a fresh link to a clip: once, but for what may change soon. This is the only thing that Download needs the
 * credential for.
 *
 * @param item - that of the clip whose link the host accepts no more
 * @param signal - ends the pauses after a passing failure
 */
export async function askForFreshLink(
	context: IExecuteFunctions,
	{ itemIndex, clip: { projectId, videoId }, refreshExpiredLink }: FileItem,
	signal: AbortSignal,
): Promise<FreshLink> {
	if (!refreshExpiredLink) return none("'Refresh Expired Link' is switched off.");
	if (projectId === null || videoId === null) {
		return none('The item lacks projectId or videoId, so the node could not get a fresh link.');
	}
	try {
		const { account } = await readCredential(context, itemIndex);
		const asking = { itemIndex, projectId, account };
		const answer = (await queryBriefly(openService(context), [asking], signal)).get(itemIndex);
		if (answer === undefined) return none('There is no fresh link: the execution was stopped.');
		if (!isSuccess(answer)) {
			const { title, description } = adviceOn('query', answer);
			return none(`There is no fresh link: ${title}. ${description}`);
		}
		const clip = answer.project.clips?.find((other) => other.videoId === videoId);
		const link = parseLink(clip?.videoUrl ?? '');
		if (clip === undefined || link === null) {
			return none(`Project ${projectId} no longer has a link to clip ${videoId}.`);
		}
		const { videoUrl, expiresAt } = clip;
		const remark = 'The node tried a fresh link from the service, too.';
		return { link, fields: { videoUrl, expiresAt }, remark };
	} catch (error) {
		return none(`There is no fresh link: ${asFailure(context, 0, error).error.message}.`);
	}
}
