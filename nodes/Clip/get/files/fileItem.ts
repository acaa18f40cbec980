import { aLink, brokenRulesOf, type Schema } from '../../lib/fields';
import type { OfItem, Result } from '../../n8n/results';
import { problem } from '../../problems/problem';
import type { ClipData } from '../../service/rules/clip';
import type { Account } from '../../service/accounts';
import type { FileOptions } from '../get.operation';

/** A clip whose file is wanted. */
export interface FileItem extends OfItem, FileOptions {
	clip: ClipData;
	link: URL;
	/** The account that asks for a fresh link. */
	account: Account;
}

const fileLink: Schema<URL> = aLink(({ url }) =>
	`${url.username}${url.password}` === '' ? null : 'must be a link without a user name or a password',
).transform(({ url }) => url);

/** A clip whose file is wanted; it fails where the service gave no link. */
export function fileOf(clip: ClipData, wanted: Omit<FileItem, 'clip' | 'link'>): Result<FileItem> {
	const link = fileLink.safeParse(clip.videoUrl);
	if (link.success) return { ...wanted, clip, link: link.data };
	const { projectId, videoId, title } = clip;
	const isMissing = (clip.videoUrl ?? '') === '';
	const rule = isMissing ? null : (brokenRulesOf(link.error)[0]?.rule ?? null);
	const facts = { name: videoId ?? title ?? '', rule, projectId, videoId };
	return { itemIndex: wanted.itemIndex, problem: problem('noLink', facts) };
}
