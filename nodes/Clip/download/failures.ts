import { type IExecuteFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { type ItemFailure, withMessage } from '../n8n/failures';
import { adviceOnDownload, TOOL_ADVICE } from './rules/downloadAdvice';
import type { DownloadFailure } from './rules/transfer';

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
	const message = `${advice.title}${clip.videoId === null ? '' : `: clip ${clip.videoId}`} [item ${itemIndex}]`;
	const { description } = advice;
	const httpCode = httpStatus === null ? null : String(httpStatus);
	const error =
		httpCode === null
			? new NodeOperationError(context.getNode(), message, { itemIndex, description })
			: new NodeApiError(context.getNode(), { message }, { message, description, itemIndex, httpCode });
	return {
		error: withMessage(error, message),
		details: { ...clip, code: null, httpCode, outcome, description },
	};
}

/** A call by an AI agent, which takes no files from its tools. */
export function toolFailure(context: IExecuteFunctions): ItemFailure {
	const { title, description } = TOOL_ADVICE;
	const error = new NodeOperationError(context.getNode(), title, { description });
	return { error, details: { code: 'notForTools', description } };
}
