import { z } from 'zod/v3';
import { fetchOnce, untilFound } from '../../tools/host';

const submitted = z.object({ formWaitingUrl: z.string() });

/** The text of a page as a person reads it. */
const readable = (html: string): string =>
	html
		.replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
		.replace(/<[^>]+>/g, ' ')
		.replaceAll('&#x27;', "'")
		.replace(/\s+/g, ' ');

/** What a person sees who fills in a form of n8n. */
export interface FormVisit {
	executionId: string;
	/** The text of the page that follows. */
	page: string;
}

/**
 * Fills in a form of one field as its page does in a browser: it sends the text, asks until there is a next page, opens that,
 * and tells n8n that it is open.
 */
export async function fillIn(address: string, text: string): Promise<FormVisit> {
	const body = new FormData();
	body.set('field-0', text);
	const answer = await fetchOnce(address, { method: 'POST', body });
	if (!answer.ok) throw new TypeError(`The form was not taken: HTTP ${answer.status}`);
	const { formWaitingUrl } = submitted.parse(await answer.json());
	const status = new URL(formWaitingUrl);
	status.pathname += '/n8n-execution-status';
	const look = async () => {
		const state = (await (await fetchOnce(status.href)).text()).trim();
		if (['error', 'crashed', 'success'].includes(state)) throw new TypeError(`No page followed: ${state}`);
		return state === 'form-waiting' ? true : undefined;
	};
	await untilFound(look, () => 'No page followed.', 250);
	const page = readable(await (await fetchOnce(formWaitingUrl)).text());
	await (await fetchOnce(formWaitingUrl, { method: 'POST' })).arrayBuffer();
	return { executionId: /\/form-waiting\/(\d+)/.exec(formWaitingUrl)?.[1] ?? '', page };
}
