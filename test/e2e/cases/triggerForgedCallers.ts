import type { Call } from './triggerCalls';

/** Calls of one kind that nobody at the service made, and what n8n answers to each of them. */
export interface Forged {
	kind: string;
	status: number;
	/** Whether it starts a run; one that asks the service once and gives out nothing. */
	runs: boolean;
	/** The secret of the trigger. */
	secret?: string;
	calls: Call[];
}

/** Calls with these values as JSON. */
export const json = (...bodies: unknown[]): Call[] => bodies.map((body) => ({ body: JSON.stringify(body) }));
/** Calls with these texts. */
export const texts = (...bodies: string[]): Call[] => bodies.map((body) => ({ body }));
/** Calls for these projects. */
export const ids = (...values: unknown[]): Call[] =>
	json(...values.map((projectId) => ({ code: 2000, projectId, videos: [] })));

/** Calls that start a run for each of them. */
export const taken = (kind: string, calls: Call[]): Forged => ({ kind, status: 200, runs: true, calls });
/** Calls that start nothing. */
export const refused = (status: number, kind: string, calls: Call[]): Forged => ({
	kind,
	status,
	runs: false,
	calls,
});
/** Calls to a trigger with a secret, of callers who do not know it. */
const keptOut = (kind: string, calls: Call[]): Forged => ({ ...refused(401, kind, calls), secret: 's3cret' });

/** A clip that leads elsewhere. */
export const evilClip = { videoId: 1, videoUrl: 'https://evil.example/clip.mp4', viralScore: '9.9' };
const withId = '{"code":2000,"projectId":"forged-secret","videos":[]}';

/** A project that exists, but not in this workspace: the service refuses to tell of it. */
export const foreignProject = 'forged-foreign';

/** Kinds of callers who make up projects, or do not know the secret. */
export const forgedCallers: Forged[] = [
	taken('unknown id', ids(66600001, 66600002, '66600003', 'forged-1', -666)),
	taken(
		'unknown id with clips',
		json(...[1, 2, 3, 4].map((id) => ({ code: 2000, projectId: `forged-${id}`, videos: [evilClip] }))),
	),
	taken(
		'unknown id above 2^53',
		texts('{"code":2000,"projectId":66600719925474099315}', '{"projectId":"66600719925474099315"}'),
	),
	taken('guessed id of a foreign workspace', ids(...Array<string>(4).fill(foreignProject))),
	taken(
		'unknown id that failed',
		json(
			...[-1000, 4001, 4002, 4003, 4006].map((code) => ({ code, projectId: 'forged-failed', errMsg: 'no' })),
		),
	),
	taken(
		'unknown id, neither ready nor failed',
		json(
			{ code: 1000, projectId: 'forged-early' },
			{ code: 4003, projectId: 'forged-busy', errMsg: 'slow down' },
			{ projectId: 'forged-plain' },
			{ code: 'two thousand', projectId: 'forged-word', videos: [evilClip] },
		),
	),
	...['={{ "" }}', '={{ 0 }}', '={{ $vars.missing }}', '={{ $("Nowhere").item.json.x }}'].map((secret) => ({
		...refused(
			401,
			`a secret that gives none: ${secret}`,
			['', '?secret=', '?secret=0', '?secret=word-', '?secret=word-undefined'].map((query) => ({
				query,
				body: withId,
			})),
		),
		secret,
	})),
	keptOut('no secret', texts(withId, '{}', '')),
	keptOut(
		'wrong secret',
		['s3cre', 's3cretx', 'S3CRET', 's3cret%00', 'undefined'].map((word) => ({
			query: `?secret=${word}`,
			body: withId,
		})),
	),
	keptOut(
		'empty secret',
		['?secret=', '?secret', '?secret[]=', '?Secret=s3cret'].map((query) => ({ query, body: withId })),
	),
	keptOut(
		'several secrets',
		[
			'?secret=s3cret&secret=s3cret',
			'?secret[]=s3cret',
			'?secret[a]=s3cret',
			'?secret[toString]=s3cret',
			'?secret=&secret=s3cret',
		].map((query) => ({ query, body: withId })),
	),
	keptOut('secret elsewhere', [
		{ body: '{"projectId":"forged-secret","secret":"s3cret"}' },
		{ headers: { 'content-type': 'application/json', secret: 's3cret' }, body: withId },
		{ headers: { 'content-type': 'application/json', cookie: 'secret=s3cret' }, body: withId },
	]),
	refused(
		400,
		'path tricks in the id',
		ids(
			'../create',
			'1/../../create',
			'..%2f1',
			'1?x=1',
			'1#x',
			'.',
			'//evil.example/1',
			'1\\..\\2',
			'@evil',
		),
	),
];
