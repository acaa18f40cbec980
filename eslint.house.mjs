// The project's own rules, beside n8n's (eslint.config.mjs must stay exactly as n8n's strict mode wants it).
import { config as ofN8n } from '@n8n/node-cli/eslint';
import tseslint from 'typescript-eslint';
import { rooms } from './eslint.rooms.mjs';

/** A plugin that n8n's own rules bring. */
const pluginOfN8n = (name) => ofN8n.find(({ plugins }) => plugins?.[name]).plugins[name];

const noCast = {
	selector: 'TSAsExpression:not([typeAnnotation.typeName.name="const"])',
	message: 'A cast hides a doubt: parse the value or narrow its type.',
};

/** What takes text from outside to people without the functions that make it fit to be shown. */
const waysAround = [
	'NewExpression[callee.name=/^Node(Api|Operation)Error$/]',
	'ConditionalExpression > BinaryExpression[operator="instanceof"][right.name="Error"]',
	'CallExpression[callee.name="String"][arguments.0.name=/^(error|reason)$/]',
	'CallExpression[callee.property.name="addExecutionHints"]',
	'CallExpression[callee.object.property.name="text"][callee.property.name=/^(slice|replace)/]',
].map((selector) => ({ selector, message: 'Text from outside reaches people by n8n/foreignError.ts.' }));

const importX = pluginOfN8n('import-x');
const { settings } = ofN8n.find((part) => part.settings);

export default tseslint.config(
	{ ignores: ['dist/**', '.n8n-host/**', '.test-results/**'] },
	{
		// Also scripts: what somebody else's machine has by chance only is missing on the next one.
		files: ['**/*.{ts,js,mjs,cjs}'],
		plugins: { 'import-x': importX },
		settings,
		linterOptions: { reportUnusedDisableDirectives: 'off' },
		rules: {
			'import-x/no-extraneous-dependencies': [
				'error',
				{ includeTypes: true, packageDir: import.meta.dirname },
			],
		},
	},
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.strictTypeChecked],
		// n8n's rules are only named here, so that comments which switch them off find them.
		plugins: { '@n8n/community-nodes': pluginOfN8n('@n8n/community-nodes') },
		linterOptions: { reportUnusedDisableDirectives: 'off' },
		languageOptions: {
			parserOptions: { project: 'test/tsconfig.json' },
		},
		rules: {
			'max-lines': ['error', { max: 300 }],
			'no-restricted-syntax': ['error', noCast],
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
			'@typescript-eslint/no-confusing-void-expression': 'off',
			// Nothing here for them to find, and they take a third of the time of all rules.
			'@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
			'@typescript-eslint/no-unsafe-enum-assignment': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		ignores: ['nodes/Clip/n8n/{foreignError,nodeError,platform}.ts'],
		rules: { 'no-restricted-syntax': ['error', noCast, ...waysAround] },
	},
	{
		// Most of it is data: one entry for each field of the panel.
		files: ['nodes/**/*.operation.ts'],
		rules: { 'max-lines': 'off' },
	},
	{
		// Jest's matchers are of type any.
		files: ['test/**/*.test.ts', 'test/n8n/**/*.ts'],
		rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
	},
	{
		// The one cast of the credential has its reason beside it. A comment there that switches the rule off, n8n's linter would remove.
		files: ['credentials/**/*.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				{
					...noCast,
					selector: `${noCast.selector}:not([typeAnnotation.elementType.typeName.name="IAuthenticateRuleResponseSuccessBody"])`,
				},
			],
		},
	},
	{
		// Casts with a reason beside them: n8n's engine runs on a part of what its server hands over.
		files: ['test/engine/bench/harness.ts'],
		rules: { 'no-restricted-syntax': 'off' },
	},
	...rooms(importX, settings),
);
