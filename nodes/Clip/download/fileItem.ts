import type { IDataObject } from 'n8n-workflow';
import { problemsOf } from '../lib/fields';
import { failureOf } from '../n8n/failures';
import type { OfItem, Outcome } from '../n8n/outcomes';
import { fileLink, type FileOptions, namedClip, type WantedFile } from './download.schema';
import { adviceOnNoLink } from './rules/advice';

export type FileItem = WantedFile & OfItem;

/** A clip whose file is wanted; it fails where the service gave no link. */
export function fileOf(itemIndex: number, json: IDataObject, options: FileOptions): Outcome<FileItem> {
	const clip = namedClip.parse(json);
	const link = fileLink.safeParse(json.videoUrl);
	if (link.success) return { itemIndex, link: link.data, ...options, clip };
	const { projectId, videoId, title } = clip;
	const isMissing = (json.videoUrl ?? '') === '';
	const advice = adviceOnNoLink(
		videoId ?? title,
		isMissing ? null : (problemsOf(link.error)[0]?.rule.replaceAll('\n', '. ') ?? null),
	);
	return { itemIndex, failure: failureOf(advice, 'notFound', { projectId, details: { videoId } }) };
}
