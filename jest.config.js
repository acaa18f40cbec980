const { availableParallelism, totalmem } = require('node:os');

/** Where the tests of a suite are, in test/. */
const ROOMS = {
	unit: ['rules/**/*', 'promise/**/*', 'pages/**/*'],
	e2e: ['n8n/**/*'],
	proof: ['week/**/*', 'once/*'],
};
const roomsOf = (name) => ROOMS[name] ?? [`${name}/**/*`];

const swc = (parser) => ['@swc/jest', { jsc: { parser, target: 'es2022' }, module: { type: 'commonjs' } }];
const typescript = { '^.+\\.ts$': swc({ syntax: 'typescript' }) };
const packOnce = '<rootDir>/tools/host/packOnce.ts';
const ecmaScript = '(p-retry|is-network-error)/.+\\.js$';

/**
 * One runner for all suites: `unit` (pure code), `engine` (n8n-core in this process), `areas` (the same tests in fewer files, which
 * is faster), `lint` (what `npm run lint` checks), `oldest` (tests of `engine` on the n8n-core of the oldest n8n 2), `e2e` (a real n8n server),
 * `proof` (the same, with the long tables).
 */
const suite = (name, extra = {}) => ({
	displayName: name,
	rootDir: __dirname,
	testMatch: roomsOf(name).map((room) => `<rootDir>/test/${room}.test.ts`),
	transform: typescript,
	// Beside the project lives a whole n8n; its packages are none of ours.
	modulePathIgnorePatterns: ['<rootDir>/.n8n-host/', '<rootDir>/.test-results/', '<rootDir>/dist/'],
	...extra,
});

const environment = '<rootDir>/test/engine/bench/environment.ts';
const realN8n = { globalSetup: packOnce, setupFilesAfterEnv: ['<rootDir>/test/n8n/patience.ts'] };
const engine = { setupFilesAfterEnv: [environment] };

/** One more than there are cores: some wait for linters and for n8n. Each has 1.5 GB at most. */
const maxWorkers = Math.max(1, Math.min(availableParallelism() + 1, Math.floor(totalmem() / 1.5e9)));

module.exports = {
	maxWorkers,
	// For what hangs: no test needs more than some seconds of work, but a machine may be busy with something else.
	testTimeout: 300_000,
	// A busy machine takes longer than Jest's half second to end a process that has loaded n8n. One that leaves something open is still
	// told.
	workerGracefulExitTimeout: 30_000,
	testSequencer: '<rootDir>/test/sequencer.cjs',
	projects: [
		suite('unit'),
		suite('engine', engine),
		suite('areas', engine),
		suite('lint'),
		suite('oldest', {
			testMatch: ['create', 'files', 'get', 'tool', 'everyday.trigger', 'wait'].map(
				(file) => `<rootDir>/test/engine/**/${file}.test.ts`,
			),
			globalSetup: '<rootDir>/test/once/oldest/install.ts',
			setupFilesAfterEnv: [environment, '<rootDir>/test/once/oldest/afterwards.ts'],
			resolver: '<rootDir>/test/once/oldest/resolver.cjs',
			modulePathIgnorePatterns: ['<rootDir>/.n8n-host/(?!oldest/)', '<rootDir>/dist/'],
			// Two packages that the old engine requires are ES modules, which jest cannot require.
			transform: { ...typescript, [ecmaScript]: swc({ syntax: 'ecmascript' }) },
			transformIgnorePatterns: [`/node_modules/(?!${ecmaScript})`],
		}),
		suite('e2e', realN8n),
		suite('proof', realN8n),
	],
};
