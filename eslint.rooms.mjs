// Who may import whom (docs/architecture.md, "Rooms").

const room = (name) => `nodes/Clip/${name}`;

/** Capabilities, and which other ones each may use. */
const MAY_USE = {
	create: ['wait'],
	get: ['wait'],
	trigger: ['get', 'wait'],
	wait: [],
};
const CAPABILITIES = Object.keys(MAY_USE);

/** From the top: what stands higher may use what stands lower. */
const FLOORS = ['service', 'n8n', 'problems', 'lib'];

const zones = [
	{
		target: ['nodes', 'credentials'],
		from: ['test', 'tools'],
		message: 'What is published knows neither tests nor tools.',
	},
	{
		target: 'nodes',
		from: 'nodes/Clip/*.node.ts',
		message: 'Node files are the top of the house: move what you need of one into a room.',
	},
	{
		target: room('*/**'),
		from: [room('execute.ts'), room('operations.ts')],
		message: 'execute.ts tells the rooms what to do, not the other way round.',
	},
	{
		target: 'nodes',
		from: 'credentials',
		message:
			'The credential is the top of the house, too: what both need stands in service/rules or problems/.',
	},
	...CAPABILITIES.map((capability) => ({
		target: room(capability),
		from: CAPABILITIES.filter((other) => ![capability, ...MAY_USE[capability]].includes(other)).map(room),
		message: `${capability}/ may use ${['itself', ...MAY_USE[capability]].join(', ')} and what stands below: let execute.ts do what needs more.`,
	})),
	...FLOORS.map((floor, index) => ({
		target: room(floor),
		from: [...CAPABILITIES, ...FLOORS.slice(0, index)].map(room),
		message: `${floor}/ stands below what it imports here: turn the import round, or move what is needed down.`,
	})),
	{
		target: room('*/rules/**'),
		from: room('**'),
		except: ['**/lib/**', '**/problems/**', '**/rules/**'],
		message: 'A rule knows only rules, problems/ and lib/, not who applies it.',
	},
];

/** The rooms of the tests, from the bottom: each may use what stands before it, and tools/. */
const TESTS = ['rules', 'engine', 'promise', 'pages', 'n8n', 'once', 'week'];

const zonesOfTests = [
	...TESTS.slice(0, -1).map((name, index) => ({
		target: `test/${name}`,
		from: TESTS.slice(index + 1).map((later) => `test/${later}`),
		message: `${name}/ stands below what it imports here: move what both need down.`,
	})),
	{
		target: ['beds', 'bench', 'docs', 'host', 'pictures', 'receivers', 'simulator'].map(
			(name) => `tools/${name}`,
		),
		from: 'test',
		message: 'What one runs or shows knows no tests: move what both need into tools/.',
	},
];

/** What the published code finds inside n8n; anything else would not be there. */
const OF_N8N = ['n8n-workflow', 'zod/v3', 'node:crypto'];
/** What pure code may use of it. */
const PURE = ['zod/v3'];

/** Forbids all imports but those of the project's own files and of these modules. */
const only = (modules, message) => ({
	'no-restricted-imports': [
		'error',
		{ patterns: [{ regex: `^(?!\\.\\.?/|(?:${modules.join('|')})$)`, message }] },
	],
});

/**
 * The walls between the rooms.
 *
 * @param imports - the plugin `import-x`
 * @param settings - how it finds the file behind an import
 */
export const rooms = (imports, settings) => [
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		plugins: { 'import-x': imports },
		settings: {
			...settings,
			'import-x/extensions': ['.ts'],
			'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
		},
		rules: {
			'import-x/no-cycle': 'error',
			'import-x/no-restricted-paths': ['error', { zones }],
			...only(
				OF_N8N,
				`The package is installed without others: of what n8n brings it uses ${OF_N8N.join(', ')}.`,
			),
		},
	},
	{
		files: ['test/**/*.ts', 'tools/**/*.ts'],
		plugins: { 'import-x': imports },
		settings: {
			...settings,
			'import-x/extensions': ['.ts'],
			'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
		},
		rules: { 'import-x/no-restricted-paths': ['error', { zones: zonesOfTests }] },
	},
	{
		files: ['nodes/Clip/{lib,problems}/**/*.ts', 'nodes/Clip/*/rules/**/*.ts'],
		rules: {
			...only(PURE, 'lib/, problems/ and every rules/ are tried without n8n: hand in what they need of it.'),
			'no-restricted-properties': [
				'error',
				{ object: 'Date', property: 'now', message: 'Hand in the time.' },
				{ object: 'Math', property: 'random', message: 'Hand in the chance.' },
			],
		},
	},
];
