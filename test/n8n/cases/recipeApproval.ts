import { fetchOnce, itemsOf, untilFound } from '../../../tools/host';
import { example, servedFile, type RecipeBed } from '../../../tools/beds/recipeBed';
import type { ChatMessage } from '../../../tools/beds/recipePlatforms';
import { expectWhole } from '../expecting';

/** Presses a button below a message, as a person does: its link opens in a browser. */
async function press({ reply_markup: markup }: ChatMessage, label: string): Promise<string> {
	const url = markup.inline_keyboard.flat().find(({ text }) => text === label)?.url ?? '';
	const answer = await fetchOnce(url, { headers: { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/605' } });
	return await answer.text();
}

/** The recipe that asks a person in Telegram before it posts. */
export function approvalCases(bed: RecipeBed): void {
	/** Answers the bot's questions, one after the other. */
	const answer = async (labels: readonly string[]): Promise<void> => {
		for (const [index, label] of labels.entries()) {
			const message = await untilFound(
				() => bed.messages()[index],
				() => `Only ${index} questions came.`,
				250,
			);
			// n8n answers a link only when the execution is paused.
			const look = async () => ((await press(message, label)).includes('recorded') ? true : undefined);
			await untilFound(look, () => 'The answer was not taken.', 250);
		}
	};

	it('asks about each of the three best clips, and posts what was approved, the very files, and nothing else', async () => {
		const workflow = example('approve-clips-in-telegram.json');
		const before = bed.posts().length;
		const [run] = await Promise.all([
			bed.delivered(workflow, 'https://www.youtube.com/watch?v=approval-recipe'),
			answer(['Post', 'Skip', 'Post']),
		]);
		expectWhole(run, workflow);
		const clips = itemsOf(run, 'Clip Trigger');
		expect([clips.length, bed.messages().length]).toEqual([3, 3]);
		for (const [index, { json }] of clips.entries()) {
			const message = bed.messages()[index];
			expect(message?.chat_id).toBe('123456789');
			expect(message?.text).toContain(`Score ${String(json.viralScore)} of 10\n`);
			expect(message?.text).toContain(String(json.title).replaceAll("'", '’'));
			expect(message?.text).toContain(`[Watch it](${String(json.clipEditorUrl)})`);
		}
		const posted = bed.posts().slice(before);
		const files = await Promise.all(clips.map(servedFile));
		expect(posted.map(({ file }) => file)).toEqual([files[0], files[2]]);
	});
}
