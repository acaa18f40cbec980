const { projects } = require('../../jest.config');

// Which tests run, the command says; the other settings are those of the suite.
const { MUTATION_SUITE: suite = 'unit' } = process.env;
const {
	displayName,
	setupFilesAfterEnv = [],
	...settings
} = projects.find((project) => project.displayName === suite);

module.exports = {
	...settings,
	rootDir: require('node:path').join(__dirname, '../..'),
	testMatch: ['<rootDir>/tools/mutation/together.test.ts'],
	// The environment of n8n comes first: what is loaded before it would not see it.
	setupFilesAfterEnv: [...setupFilesAfterEnv, '<rootDir>/tools/mutation/preload.ts'],
	testTimeout: 12_000,
};
