/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';

/** A link as share buttons, address bars, stores, chats and scripts give it; IDs and signatures are made up. */
export interface Row {
	/** The kind of source as it is sent, the extension of a file, or why it is refused. */
	verdict: string;
	link: string;
	/** What is sent of it. */
	sent: string;
}

/** What nobody sees in an editor is written as in JSON. */
const read = (text: string): string => z.string().parse(JSON.parse(`"${text}"`));

const all = readFileSync(join(__dirname, 'links.tsv'), 'utf8')
	.trimEnd()
	.split('\n')
	.slice(1)
	.map((line): Row => {
		const [verdict = '', link = '', sent = link] = line.split('\t');
		return { verdict, link: read(link), sent: read(sent) };
	});

/** The links that are refused for a reason. */
export const refusedAs = (verdict: string): string[] =>
	all.filter((row) => row.verdict === verdict).map(({ link }) => link);

/** The links that are sent, and as what. */
export const LINKS = all.flatMap(({ verdict, link, sent }) => {
	const isFile = /^[a-z\d]{3}$/.test(verdict);
	if (!isFile && !/^\d+$/.test(verdict)) return [];
	return [
		{
			link,
			sent: { videoUrl: sent, ...(isFile ? { videoType: 1, ext: verdict } : { videoType: Number(verdict) }) },
		},
	];
});
