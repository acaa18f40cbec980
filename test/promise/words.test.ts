import { VideoClippingApi } from '../../credentials/VideoClippingApi.credentials';
import { INTERRUPTIONS } from '../../nodes/Clip/problems/answers';
import { DOWNLOADS, describeFileFact } from '../../nodes/Clip/problems/files';
import { explainHindrance } from '../../nodes/Clip/problems/hindrances';
import { hintTexts, NOT_PAUSED, remarkTexts, CALL_REFUSED } from '../../nodes/Clip/problems/notices';
import { processingProject } from '../../nodes/Clip/service/rules/project';
import { asRead, FILE_IS_SAFE, inWords } from '../rules/given/texts';

/*
 * The words of the nodes, for a person to review: here, and in the snapshot about money. Tests elsewhere compare what happened, or import
 * the text that they are about, so that one can be reworded here alone.
 */

const lines = (texts: Record<string, string>): string =>
	Object.entries(texts)
		.map(([of, text]) => `${of}:\n    ${text}`)
		.join('\n');

const ready = { ...processingProject('7'), clips: [], clipCount: 0 };

describe('What people are told of the rest is as it was reviewed:', () => {
	it('of files', () => {
		expect(
			[
				...Object.values(DOWNLOADS).map(({ title, nextStep }) => ({
					...{ title, nextStep: nextStep('execute again'), meaning: FILE_IS_SAFE },
				})),
				inWords('noLink', { name: 'Tides' }),
				inWords('clipNotFound', { projectId: '7', videoId: '9' }),
			]
				.map(asRead)
				.join('\n'),
		).toMatchSnapshot();
		const facts = {
			...{
				n8n: describeFileFact({ speaker: 'n8n', words: '…' }),
				network: describeFileFact({ speaker: 'network', words: '…' }),
				page: describeFileFact({ speaker: 'host', words: '…' }),
			},
			...{
				disconnected: describeFileFact('disconnected'),
				silent: describeFileFact('silent'),
				size: describeFileFact({ size: '2 MB', limit: '1 MB' }),
			},
			...{ type: describeFileFact({ type: 'none' }), stored: remarkTexts.filesStored({ stored: 2, all: 3 }) },
		};
		expect(lines(facts)).toMatchSnapshot();
	});

	it('of what keeps calls away', () => {
		const called = ['service', 'file'] as const;
		const told = called.flatMap((whose) =>
			(['certificate', 'credential', 'host', 'n8nRules'] as const).map((hindrance) => {
				const { title = '', nextStep = '' } = explainHindrance(hindrance, whose);
				return `${whose}, ${hindrance}:\n    ${title}\n    ${nextStep}`;
			}),
		);
		expect(told.join('\n')).toMatchSnapshot();
	});

	it('of what breaks off an answer', () => expect(lines(INTERRUPTIONS)).toMatchSnapshot());

	it('in hints', () => {
		const hints = {
			'clips as input': hintTexts.clipsAsInput(3, 2),
			'no clips': hintTexts.whyNoClips(ready),
			'one that does not pass': hintTexts.whyNoClips({ ...ready, clipCount: 1 }),
			'none that passes': hintTexts.whyNoClips({ ...ready, clipCount: 3 }),
			'nothing new': hintTexts.allDeliveredBefore('7'),
			'not paused': hintTexts.keptRunning({ n8n: '…' }, false),
			...NOT_PAUSED,
		};
		expect(lines(hints)).toMatchSnapshot();
	});

	it('by the trigger, to its callers', () => {
		expect(lines(CALL_REFUSED)).toMatchSnapshot();
	});

	it('by the test of the credential', () => {
		const rules = new VideoClippingApi().test.rules ?? [];
		const messages = new Set(rules.map(({ properties }) => properties.message));
		expect([...messages].join('\n')).toMatchSnapshot();
	});
});
