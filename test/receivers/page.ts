import { z } from 'zod/v3';
import { escapeHtml } from '../simulator/view';
import type { Notice, StoredFile, Upload } from './types';

/** What came in, for the page. */
export interface Received {
	readonly uploads: readonly Upload[];
	readonly files: readonly StoredFile[];
	readonly notices: readonly Notice[];
}

const style = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #222; background: #fff; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin: 2rem 0 0; } .quiet { color: #666; }
pre { background: #f2f2f2; padding: .5rem; white-space: pre-wrap; } a { color: #0b57a4; }`;

const list = (rows: readonly string[]) =>
	rows.length === 0
		? '<p class="quiet">Nothing yet.</p>'
		: `<ul>${rows.map((row) => `<li dir="auto">${row}</li>`).join('\n')}</ul>`;

const message = z.object({ text: z.string() }).strict();

/** A notice as a chat would show it: its text; whatever else came, as JSON. */
const shown = ({ body }: Notice): string => {
	const read = message.safeParse(body);
	return read.success ? read.data.text : JSON.stringify(body, null, 2);
};

const link = (url: string, text: string, size: number) =>
	`<a href="${escapeHtml(url)}">${escapeHtml(text)}</a> <span class="quiet">(${size} bytes)</span>`;

/** The web page of the receivers: no scripts, nothing from elsewhere; it reloads itself. */
export function page({ uploads, files, notices }: Received): string {
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5"><title>What the examples sent</title><style>${style}</style></head>
<body><h1>What the examples sent</h1>
<h2>Files in S3</h2>
${list(files.map(({ url, key, size }) => link(url, key, size)))}
<h2>Files by HTTP</h2>
${list(uploads.map(({ id, name, size }) => link(`/videos/${id}`, name, size)))}
<h2>Notices</h2>
${notices.map((notice) => `<pre dir="auto">${escapeHtml(shown(notice))}</pre>`).join('\n') || list([])}
<p class="quiet">The feed of videos: <a href="/videos.xml">videos.xml</a></p>
</body></html>
`;
}
