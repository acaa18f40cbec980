/** Files whose mutants are tried together. */
export interface Part {
	/** As `npm run mutation` names it. */
	name: string;
	/** Globs of the files that are mutated. */
	files: readonly string[];
	suite: 'unit' | 'engine';
	/** Globs in `test/` of the tests that may notice it. */
	tests: readonly string[];
	/** Whether tables count, too: they are made once, so each of their mutants takes all tests of the part. */
	tables?: boolean;
	/** Whether texts stay as they are. */
	keepsTexts?: boolean;
}

const ROOMS = ['create', 'download', 'get', 'service', 'wait'];

/** The unit tests of some rooms. */
const of = (...rooms: readonly string[]): string[] => rooms.map((room) => `unit/${room}/*.test.ts`);

/** The rules of the service, and the tests that have them. */
const OF_SERVICE = {
	answer: ['answer', 'delivery'],
	clip: ['clip'],
	compact: ['compact'],
	network: ['network'],
	failureKind: ['answer', 'delivery'],
	project: ['project', 'answer'],
	source: ['source', 'videoLink'],
	submission: ['submission'],
	videoLink: ['videoLink'],
};

/** What has to be right in itself: pure code, tried by the unit tests of its room. */
export const pure: readonly Part[] = [
	{ name: 'lib', files: ['nodes/Clip/lib/*.ts'], suite: 'unit', tests: of('lib') },
	...['create', 'download', 'get', 'trigger', 'wait'].map(
		(room): Part => ({
			name: `rules of ${room}`,
			files: [`nodes/Clip/${room}/rules/!(advice).ts`],
			suite: 'unit',
			tests: of(room),
		}),
	),
	...Object.entries(OF_SERVICE).map(
		([file, tests]): Part => ({
			name: `service/${file}`,
			files: [`nodes/Clip/service/rules/${file}.ts`],
			suite: 'unit',
			tests: tests.map((test) => `unit/{service,trigger}/${test}.test.ts`),
			tables: file === 'failureKind',
		}),
	),
	{
		name: 'texts',
		files: ROOMS.map((room) => `nodes/Clip/${room}/rules/advice.ts`),
		suite: 'unit',
		tests: of(...ROOMS),
		keepsTexts: true,
	},
];

const guarded = (file: string, tests: string[], suite: Part['suite'] = 'engine'): Part => ({
	name: file,
	files: [file],
	suite,
	tests,
});

/** The files that hold money and secrets, each with the tests of its room. */
export const guardedFiles: readonly Part[] = [
	guarded('credentials/VideoClippingApi.credentials.ts', [
		'engine/{credential,credential.check}.test.ts',
		'unit/service/credential.test.ts',
	]),
	guarded('nodes/Clip/trigger/secret.ts', ['engine/{trigger.*,everyday.trigger}.test.ts']),
	guarded('nodes/Clip/trigger/receive.ts', ['engine/{trigger.*,everyday.trigger}.test.ts']),
	guarded('nodes/Clip/trigger/duplicates.ts', ['engine/{trigger.*,everyday.trigger}.test.ts']),
	guarded('nodes/Clip/service/client.ts', [
		'engine/{answers,faults.answers,network,secrets,create,accounts}.test.ts',
	]),
	guarded('nodes/Clip/create/journal.ts', ['engine/{journal,killed,create.sameVideo,money}.test.ts']),
	guarded('nodes/Clip/create/submissions.ts', [
		'engine/{create,create.batch,create.sameVideo,journal,killed,money,accounts,accounts.limits,tool}.test.ts',
	]),
	guarded('nodes/Clip/create/rules/resubmission.ts', ['unit/create/*.test.ts'], 'unit'),
	guarded('nodes/Clip/wait/statusCheck.ts', ['engine/{durable,wait,money,accounts,everyday}.test.ts']),
	guarded('nodes/Clip/download/fileHost.ts', [
		'engine/{download,download.transfer,download.slow,network,outside,proxy}.test.ts',
	]),
	guarded('nodes/Clip/lib/redact.ts', ['unit/lib/*.test.ts'], 'unit'),
];
