const { projects } = require('../../jest.config');

// Which tests run, the command says; the other settings are those of the suite. Tests that are named one by one run as one file.
const { MUTATION_SUITE: suite = 'unit', MUTATION_TESTS: tests = 'unit' } = process.env;
const { displayName, ...settings } = projects.find((project) => project.displayName === suite);

module.exports = {
	...settings,
	rootDir: require('node:path').join(__dirname, '../..'),
	testMatch: (tests.includes('*') ? tests.split(';') : ['mutation/together']).map(
		(pattern) => `<rootDir>/test/${pattern}.test.ts`,
	),
	setupFilesAfterEnv: ['<rootDir>/test/mutation/preload.ts'],
	testTimeout: 12_000,
};
