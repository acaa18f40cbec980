/** One runner, three suites: `unit` (pure code), `engine` (n8n-core in this process), `e2e` (a real n8n server). */
const suite = (name, extra = {}) => ({
	displayName: name,
	rootDir: __dirname,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json', diagnostics: false }] },
	// Beside the project lives a whole n8n; its packages are none of ours.
	modulePathIgnorePatterns: ['<rootDir>/.n8n-host/', '<rootDir>/dist/'],
	...extra,
});

module.exports = {
	// Test time runs fast (see test/engine/fastClock.ts), but a busy machine does not.
	testTimeout: 60_000,
	projects: [
		suite('unit', { setupFiles: ['<rootDir>/test/unit/generated.ts'] }),
		suite('engine', {
			setupFiles: ['<rootDir>/test/engine/environment.ts'],
			// npm nests several copies of n8n's service container; the engine's own one knows the engine's services.
			moduleNameMapper: {
				'^@n8n/di$': require.resolve('@n8n/di', { paths: [require.resolve('n8n-core')] }),
			},
		}),
		suite('e2e'),
	],
};
