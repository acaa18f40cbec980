/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Files whose mutants are tried together. */
export interface Part {
	/** As `npm run mutation` names it. */
	name: string;
	/** The files that are mutated; a part with tables names each. */
	files: readonly string[];
	suite: 'unit' | 'engine';
	/** The files of tests that may notice it, in `test/` and without `.test.ts`. */
	tests: readonly string[];
	/** Whether tables count, too: they are made once, so each of their mutants takes all tests of the part. */
	tables?: boolean;
	/** Whether texts stay as they are. */
	keepsTexts?: boolean;
}

const ROOMS = ['create', 'get', 'service', 'trigger', 'wait'];

/** All test files, in `test/` and without `.test.ts`. */
const TESTS = readdirSync(join(__dirname, '../../test'), { recursive: true })
	.map(String)
	.filter((file) => file.endsWith('.test.ts'))
	.map((file) => file.replace('.test.ts', ''));

/** Those of these names, wherever in a folder they are. */
const find = (folder: string, names: string): string[] =>
	names.split(' ').map((name) => {
		const [found, ...others] = TESTS.filter(
			(test) => test.startsWith(`${folder}/`) && test.endsWith(`/${name}`),
		);
		if (found === undefined || others.length > 0)
			throw new Error(`${name} is no test in ${folder}, or several.`);
		return found;
	});

/** The unit tests of some rooms. */
const of = (...rooms: readonly string[]): string[] =>
	TESTS.filter((test) => rooms.some((room) => test.startsWith(`rules/${room}/`)));

/** The files of a room's rules. */
const rulesOf = (room: string): string[] =>
	readdirSync(join(__dirname, '../../nodes/Clip', room, 'rules')).map(
		(file) => `nodes/Clip/${room}/rules/${file}`,
	);

/** The rules of the service, and the tests that have them. */
const OF_SERVICE = {
	answer: ['service/answer', 'service/answerToQuery', 'trigger/webhookCall', 'wait/watch'],
	caption: ['service/caption'],
	clip: ['service/clip', 'service/project'],
	credentialFields: ['service/credential', 'properties/entered'],
	answerProblem: ['problems/answers'],
	codes: ['service/codes', 'service/answer', 'service/answerToQuery', 'trigger/webhookCall', 'wait/watch'],
	project: ['service/project', 'service/answer', 'service/answerToQuery'],
	signedLink: ['service/signedLink', 'service/source'],
	source: ['service/source', 'service/videoLink'],
	submission: ['service/submission', 'service/videoLink'],
	videoLink: ['service/videoLink'],
};

/** What has to be right in itself: pure code, tried by the unit tests of its room. */
export const pure: readonly Part[] = [
	{
		name: 'lib',
		files: ['nodes/Clip/lib/*.ts'],
		suite: 'unit',
		tests: [...of('lib'), ...find('rules', 'service/videoLink')],
	},
	...ROOMS.filter((room) => room !== 'service').map(
		(room): Part => ({
			name: `rules of ${room}`,
			files: rulesOf(room),
			suite: 'unit',
			tests: of(room),
			// A stored wait is read by a table.
			tables: room === 'wait',
		}),
	),
	...Object.entries(OF_SERVICE).map(
		([file, tests]): Part => ({
			name: `service/${file}`,
			files: [`nodes/Clip/service/rules/${file}.ts`],
			suite: 'unit',
			tests: find('rules', tests.join(' ')),
			tables: file === 'codes',
		}),
	),
	{
		name: 'network',
		files: ['nodes/Clip/n8n/network.ts'],
		suite: 'unit',
		tests: find('rules', 'n8n/network'),
	},
	{
		name: 'texts',
		files: ['nodes/Clip/problems/*.ts'],
		suite: 'unit',
		tests: [...find('promise', 'money words'), ...of('problems')],
		keepsTexts: true,
	},
];

const guarded = (file: string, tests: string[], suite: Part['suite'] = 'engine'): Part => ({
	name: file,
	files: [file],
	suite,
	tests,
	tables: true,
});

/** Tests of the engine. */
const engine = (files: string): string[] => find('engine', files);

const OF_TRIGGER = engine('trigger.call trigger.memory trigger.waiting everyday.trigger');

/** The files that hold money and secrets, each with the tests of its room. */
export const guardedFiles: readonly Part[] = [
	guarded('credentials/VideoClippingApi.credentials.ts', [
		...engine('credential credential.check'),
		...find('rules', 'service/credential'),
		...find('promise', 'contract'),
	]),
	guarded('nodes/Clip/trigger/secret.ts', OF_TRIGGER),
	guarded('nodes/Clip/trigger/receiveCall.ts', OF_TRIGGER),
	guarded('nodes/Clip/trigger/duplicates.ts', OF_TRIGGER),
	guarded('nodes/Clip/service/client.ts', engine('client calls secrets waits accounts submissions')),
	...[
		'record/videoRecord',
		'record/databaseRecord',
		'record/sharedKeys',
		'record/recordsInProcess',
		'claimOrReuse',
	].map((file) =>
		guarded(
			`nodes/Clip/create/${file}.ts`,
			engine('record record.lost nodeRecord submitVideo journal killed create.sameVideo money ownAgents'),
		),
	),
	guarded('nodes/Clip/create/rules/reuse.ts', [...engine('record record.lost'), ...of('create')]),
	guarded(
		'nodes/Clip/create/submitVideo.ts',
		engine(
			'submissions submitVideo create create.batch create.sameVideo record record.lost journal killed money accounts accounts.limits insideAgent ownAgents tool',
		),
	),
	guarded('nodes/Clip/create/rules/nextTry.ts', of('create'), 'unit'),
	guarded('nodes/Clip/wait/statusCheck.ts', [
		...engine('statusCheck durable wait money accounts everyday killed'),
	]),
	guarded('nodes/Clip/wait/startUp.ts', find('rules', 'wait/starting'), 'unit'),
	guarded(
		'nodes/Clip/get/files/fileHost.ts',
		engine('files files.redirects files.transfer files.slow waits outside'),
	),
	...['apiKey', 'escapes', 'redact'].map((file) => guarded(`nodes/Clip/lib/${file}.ts`, of('lib'), 'unit')),
];
