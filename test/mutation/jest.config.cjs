const { projects } = require('../../jest.config');

// Which tests run, the command says; the other settings are those of the suite.
const { MUTATION_SUITE: suite = 'unit', MUTATION_TESTS: tests = 'unit' } = process.env;
const { displayName, ...settings } = projects.find((project) => project.displayName === suite);

module.exports = {
	...settings,
	rootDir: require('node:path').join(__dirname, '../..'),
	testMatch: tests.split(';').map((pattern) => `<rootDir>/test/${pattern}`),
	setupFilesAfterEnv: ['<rootDir>/test/mutation/preload.ts'],
	testTimeout: 60_000,
};
