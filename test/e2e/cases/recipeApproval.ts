import { fetchOnce, itemsOf, untilFound, type Execution } from '../../host';
import { example, expectWhole, servedFile, type RecipeBed } from '../recipeBed';
import { deliverTo } from '../recipeDelivery';
import type { ChatMessage } from '../recipePlatforms';

const buttonsOf = ({ reply_markup: markup }: ChatMessage) => markup.inline_keyboard.flat();

/** Presses a button below a message, as a person does: its link opens in a browser. */
async function press(message: ChatMessage, label: string): Promise<string> {
	const url = buttonsOf(message).find(({ text }) => text === label)?.url ?? '';
	const answer = await fetchOnce(url, { headers: { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/605' } });
	return await answer.text();
}

/** The recipe that asks a person in Telegram before it posts. */
export function approvalCases(bed: RecipeBed): void {
	const workflow = example('approve-clips-in-telegram.json');
	const asked: ChatMessage[] = [];
	let execution: Execution | undefined;
	let postsBefore = 0;

	/** Waits until the bot has asked again. */
	const question = async (): Promise<ChatMessage> => {
		const message = await untilFound(
			() => bed.messages()[asked.length],
			() => `Only ${asked.length} questions came.`,
			250,
		);
		asked.push(message);
		return message;
	};

	beforeAll(async () => {
		postsBefore = bed.posts().length;
		const [saved] = await deliverTo(bed, [workflow], 'https://www.youtube.com/watch?v=approval-recipe');
		for (const answer of ['Post', 'Skip', 'Post']) {
			const message = await question();
			// n8n answers a link only when the execution is paused.
			await untilFound(
				async () => ((await press(message, answer)).includes('recorded') ? true : undefined),
				() => 'The answer was not taken.',
				250,
			);
		}
		[execution] = await bed.client.waitForExecutionsOf(saved?.id ?? '', 1);
		await bed.client.deactivateWorkflow(saved?.id ?? '');
	});

	const clips = () => (execution === undefined ? [] : itemsOf(execution, 'Clip Trigger'));

	it('runs every node to the end', () => expectWhole(execution, workflow));

	it('asks about each of the three best clips, one after the other, with score, title and link', () => {
		expect(bed.messages()).toHaveLength(3);
		for (const [index, { json }] of clips().entries()) {
			const message = asked[index];
			if (message === undefined) throw new TypeError('A question is missing.');
			const { text } = message;
			expect(message.chat_id).toBe('123456789');
			expect(text).toContain(`Score ${String(json.viralScore)} of 10\n`);
			expect(text).toContain(String(json.title).replaceAll("'", '’'));
			expect(text).toContain(`[Watch it](${String(json.clipEditorUrl)})`);
			expect(
				buttonsOf(message)
					.map((button) => button.text)
					.sort(),
			).toEqual(['Post', 'Skip']);
		}
	});

	it('posts what was approved, the very files, and nothing else', async () => {
		const [first, , third] = clips();
		if (first === undefined || third === undefined) throw new TypeError('Clips are missing.');
		expect(
			bed
				.posts()
				.slice(postsBefore)
				.map(({ file }) => file),
		).toEqual([await servedFile(first), await servedFile(third)]);
	});
}
