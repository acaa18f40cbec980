import type { IExecuteFunctions } from 'n8n-workflow';
import { type ItemFailure, nodeError } from '../n8n/failures';
import { fit } from '../values/outside';
import { adviceOnDownload, TOOL_ADVICE } from './rules/downloadAdvice';
import type { DownloadFailure } from './rules/transfer';

/** How much of an ID an error shows, in characters. */
const ID_LENGTH = 80;

/**
 * A file that could not be had.
 *
 * @param what - why there is no file, and the host that was asked
 * @param clip - the clip whose file it is
 * @param remark - what else the user must know
 */
export function fileFailure(
	context: IExecuteFunctions,
	itemIndex: number,
	what: { failure: DownloadFailure; host: string },
	clip: { projectId: string | null; videoId: string | null },
	remark: string,
): ItemFailure {
	const { outcome, httpStatus } = what.failure;
	const advice = adviceOnDownload(what.failure, what.host, remark);
	const message = `${advice.title}${clip.videoId === null ? '' : `: clip ${fit(clip.videoId, ID_LENGTH)}`} [item ${itemIndex}]`;
	const { description } = advice;
	const httpCode = httpStatus === null ? null : String(httpStatus);
	return {
		error: nodeError(context, { message, description, itemIndex, httpCode }),
		details: { ...clip, code: null, httpCode, outcome, description },
	};
}

/** A call by an AI agent, which takes no files from its tools. */
export function toolFailure(context: IExecuteFunctions): ItemFailure {
	const { title, description } = TOOL_ADVICE;
	return {
		error: nodeError(context, { message: title, description }),
		details: { code: 'notForTools', description },
	};
}
