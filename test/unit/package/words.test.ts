import { VideoClippingApi } from '../../../credentials/VideoClippingApi.credentials';
import { progressOfBatch, turnedAway } from '../../../nodes/Clip/create/rules/advice';
import {
	adviceOnNoLink,
	DOWNLOAD_ADVICE,
	FACTS,
	FRESH,
	storedBefore,
} from '../../../nodes/Clip/get/rules/fileAdvice';
import { clipsAsInput, noSuchClip, whyNoClips } from '../../../nodes/Clip/get/rules/advice';
import { type Advice, described } from '../../../nodes/Clip/lib/advice';
import { explainHindrance } from '../../../nodes/Clip/service/rules/advice';
import { processingProject } from '../../../nodes/Clip/service/rules/project';
import { allTaken, noSecret, REFUSAL } from '../../../nodes/Clip/trigger/rules/advice';
import { keptRunning, NOT_PAUSED } from '../../../nodes/Clip/wait/rules/advice';

/*
 * The words of the nodes, for a person to review: here, and in the snapshot about money. Tests elsewhere compare what happened, or import
 * the text that they are about, so that one can be reworded here alone.
 */

const asRead = ({ title, ...rest }: Advice): string => [title, described(rest)].join('\n    ');
const lines = (texts: Record<string, string>): string =>
	Object.entries(texts)
		.map(([of, text]) => `${of}:\n    ${text}`)
		.join('\n');

const ready = { ...processingProject('7'), clips: [], clipCount: 0 };

describe('What people are told of the rest is as it was reviewed:', () => {
	it('of files', () => {
		expect(
			[
				...DOWNLOAD_ADVICE,
				adviceOnNoLink('Tides', null),
				adviceOnNoLink('Tides', 'is empty'),
				noSuchClip('7', '9'),
			]
				.map(asRead)
				.join('\n'),
		).toMatchSnapshot();
		const facts = {
			...{ n8n: FACTS.n8n('…'), network: FACTS.network('…'), page: FACTS.page('…') },
			...{
				noAnswer: FACTS.noAnswer,
				packed: FACTS.network('Z_DATA_ERROR'),
				redirects: FACTS.redirects(5),
				nowhere: FACTS.redirectNowhere,
			},
			...{ scheme: FACTS.redirectScheme('ftp:'), silent: FACTS.silent, size: FACTS.size('2 MB', '1 MB') },
			...{ type: FACTS.type('none'), stored: storedBefore(2, 3) },
			...{ noFreshLink: FRESH.none('…'), noId: FRESH.noId, gone: FRESH.gone('7', '9') },
			...{ stopped: FRESH.stopped, tried: FRESH.tried },
		};
		expect(lines(facts)).toMatchSnapshot();
	});

	it('of what keeps calls away', () => {
		const told = (['certificate', 'credential', 'host'] as const).map((hindrance) => {
			const { title = '', todo = '' } = explainHindrance(hindrance, 'the service', 'Base URL');
			return `${hindrance}:\n    ${title}\n    ${todo}`;
		});
		expect(told.join('\n')).toMatchSnapshot();
	});

	it('in hints', () => {
		const hints = {
			'clips as input': clipsAsInput(3, 2),
			'no clips': whyNoClips(ready),
			'one that does not pass': whyNoClips({ ...ready, clipCount: 1 }),
			'none that passes': whyNoClips({ ...ready, clipCount: 3 }),
			'nothing new': allTaken('7'),
			'not paused': keptRunning('…', false),
			...NOT_PAUSED,
		};
		expect(lines(hints)).toMatchSnapshot();
	});

	it('by the trigger, to its callers and in the log', () => {
		const at = Date.UTC(2026, 0, 2, 3, 4, 5);
		const log = {
			'no secret': noSecret('Clip Trigger', '…'),
			progress: progressOfBatch(3, 40, at),
			'turned away': turnedAway('https://youtu.be/harbour', at),
		};
		expect(lines({ ...REFUSAL, ...log })).toMatchSnapshot();
	});

	it('by the test of the credential', () => {
		const rules = new VideoClippingApi().test.rules ?? [];
		const messages = new Set(rules.map(({ properties }) => properties.message));
		expect([...messages].join('\n')).toMatchSnapshot();
	});
});
