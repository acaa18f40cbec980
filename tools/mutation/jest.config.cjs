const { projects } = require('../../jest.config');

// Which tests run, the command says; the other settings are those of the suite.
const { MUTATION_SUITE: suite = 'unit' } = process.env;
const { displayName, ...settings } = projects.find((project) => project.displayName === suite);

module.exports = {
	...settings,
	rootDir: require('node:path').join(__dirname, '../..'),
	testMatch: ['<rootDir>/tools/mutation/together.test.ts'],
	setupFilesAfterEnv: ['<rootDir>/tools/mutation/preload.ts'],
	testTimeout: 12_000,
};
