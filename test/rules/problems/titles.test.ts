import { brokenRuleOf } from '../../../nodes/Clip/lib/schemas';
import { itemTexts } from '../../../nodes/Clip/problems/items';
import {
	type Problem,
	makeProblem,
	type ProblemCode,
	textOfProblem,
} from '../../../nodes/Clip/problems/problem';
import type { AnswerProblemFacts } from '../../../nodes/Clip/problems/answers';
import { ADVICE, type Audience } from '../../../nodes/Clip/problems/advice';
import { CREDENTIAL_FAULTS, type CredentialFault } from '../../../nodes/Clip/problems/credentialFaults';
import { DOWNLOADS, type DownloadFailureKind } from '../../../nodes/Clip/problems/files';
import type { ProblemText } from '../../../nodes/Clip/problems/problemText';
import { failure, REFUSAL_CODES } from '../given/answers';

/** What titles have at most that we write ourselves, in characters. */
const LONGEST_TITLE = 90;

const projectId = '20417733';
const foreign = { reason: '', explanation: '' };
const clip = { projectId, videoId: '31550021' };

const answered: AnswerProblemFacts[] = (
	['notCreated', 'unaffected', 'failed', 'mayHaveFailed'] as const
).flatMap((fate) =>
	([null, 'certificate', 'credential', 'host', 'n8nRules'] as const).map((hindrance) => ({
		answer: failure({ hindrance, fate }),
	})),
);
const withCodes = REFUSAL_CODES.flatMap((code) =>
	answered.map(({ answer }) => ({ answer: { ...answer, code } })),
);
const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>, is: (key: string) => key is K): K[] =>
	Object.keys(table).filter(is);
const isFault = (key: string): key is CredentialFault => key in CREDENTIAL_FAULTS;
const isDownload = (key: string): key is DownloadFailureKind => key in DOWNLOADS;

/** Facts for each code: what it quotes is as long as it is as a rule, and what n8n and others say is left out. */
const SAMPLES: { [C in ProblemCode]: ReadonlyArray<Problem<C>['facts']> } = {
	authentication: answered,
	blocked: answered,
	clipNotFound: [clip],
	download: keysOf(DOWNLOADS, isDownload).flatMap((kind) =>
		(['certificate', 'host', null] as const).map((hindrance) => ({
			...{ ...clip, kind, hindrance, host: 'media.example', fresh: null },
		})),
	),
	earlierError: [foreign],
	failed: withCodes,
	failedExpression: [{ ...foreign, purpose: 'submit' }],
	invalidParameter: [1, 2, 9].flatMap((several) =>
		[
			'must be true or false\nIt is "maybe".',
			`must be one of ${'a, '.repeat(8)}b\nIt is ${'c'.repeat(80)}.`,
		].map((rule) => ({
			broken: Array(several).fill({ label: 'Submissions per Minute', ...brokenRuleOf('', rule) }),
			purpose: 'query' as const,
		})),
	),
	invalidRequest: withCodes,
	noLink: [{ name: clip.videoId }, { name: '' }],
	notReached: answered,
	notTheService: answered,
	notYetSubmitted: [{ until: 0 }],
	n8nError: [foreign],
	processing: [{ projectId }],
	quota: withCodes,
	rateLimited: answered,
	sourceProblem: withCodes,
	stopped: [{ projectId, lastFailure: null }],
	stoppedBefore: [{}],
	temporary: answered,
	timedOut: [{ projectId, waitedMs: 86_400_000, lastFailure: null }],
	tooManyVideos: [{ videos: 1_000, most: 40 }],
	tooManyWaits: [{ projectId, most: 10, lastFailure: null }],
	unexpected: [foreign],
	unknownOperation: [{ known: ['create', 'get', 'wait'] }],
	unknownProject: answered,
	unknownToService: [{ projectId, answer: failure({}) }],
	unknownWhetherCreated: [{ answer: null }],
	unopenedCredential: [{ ...foreign, isChosen: true, purpose: 'submit' }],
	unreadable: answered,
	unrecorded: [{ reason: '' }],
	unusableCredential: keysOf(CREDENTIAL_FAULTS, isFault).map((fault) => ({
		fault,
		purpose: 'submit' as const,
	})),
};

const isCode = (key: string): key is ProblemCode => key in SAMPLES;

function allWordsOf<C extends ProblemCode>(
	code: C,
	samples: ReadonlyArray<Problem<C>['facts']>,
): ProblemText[] {
	const audiences = Object.keys(ADVICE).filter((key): key is Audience => key in ADVICE);
	return samples.flatMap((facts) =>
		audiences.map((audience) => textOfProblem(makeProblem(code, facts), audience)),
	);
}

it.each(Object.keys(SAMPLES).filter(isCode))('A title is one short line without a period: %s', (code) => {
	const all = allWordsOf(code, SAMPLES[code]);
	expect(all.length).toBeGreaterThan(0);
	for (const { title } of all) {
		expect(title).not.toMatch(/\n|\.$/);
		expect([title, title.length <= LONGEST_TITLE]).toEqual([title, true]);
	}
});

it.each(Object.keys(SAMPLES).filter(isCode))('A description has at most three sentences: %s', (code) => {
	const samples = code === 'invalidParameter' ? SAMPLES[code].slice(0, 1) : SAMPLES[code];
	for (const { meaning = '', nextStep = '' } of allWordsOf(code, samples)) {
		const sentences = `${meaning} ${nextStep}`.split(/(?<=\.) (?=[A-Z'])/);
		expect([sentences, sentences.length <= 3]).toEqual([sentences, true]);
	}
});

it.each([
	[['Limit'], "'Limit' must be a number", 'It is "x".'],
	[
		['Limit', 'Min Viral Score'],
		'2 parameters are not valid',
		`'Limit' must be a number. It is "x". 'Min Viral Score' must be a number. It is "x".`,
	],
])('A title has one rule at most, and no value: %j', (labels, title, below) => {
	const broken = labels.map((label) => ({ label, rule: 'must be a number', sentences: ['It is "x".'] }));
	const words = itemTexts.invalidParameter({ broken, purpose: 'queryAfterCall' }, 'person');
	expect([words.title, words.meaning]).toEqual([title, below]);
});
