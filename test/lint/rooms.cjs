// Who may import whom (CONTRIBUTING, "Project structure").

const room = (name) => `^nodes/Clip/${name}/`;

/** From the top: whoever stands higher may use what stands lower. */
const CAPABILITIES = ['create', 'download', 'get', 'trigger', 'wait'];
const FLOORS = ['service', 'n8n', 'lib'];

/** Capabilities that may use another one. */
const MAY_USE = {
	create: ['wait'],
	download: [],
	get: ['download', 'wait'],
	trigger: ['get', 'wait'],
	wait: [],
};

/** What n8n brings, or what only runs beside it. */
const N8N = '(^|/)node_modules/(n8n-|@n8n/)|^n8n-';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
	forbidden: [
		forbid('no-cycle', 'Two files need each other: move what both need below them.', {}, { circular: true }),
		forbid(
			'nothing-imports-a-node-file',
			'Node files are the top of the house: move what you need of one into a room.',
			{},
			{ path: '^nodes/Clip/[^/]+\\.node\\.ts$' },
		),
		forbid(
			'only-node-files-import-run',
			'run.ts tells the rooms what to do, not the other way round.',
			{ path: '^nodes/Clip/[^/]+/' },
			{ path: '^nodes/Clip/run\\.ts$' },
		),
		...CAPABILITIES.map((capability) =>
			forbid(
				`${capability}-knows-only-its-neighbours`,
				`${capability}/ may use ${['itself', ...MAY_USE[capability]].join(', ')} and what stands below: let run.ts do what needs more.`,
				{ path: room(capability) },
				{
					path: CAPABILITIES.filter(
						(other) => other !== capability && !MAY_USE[capability].includes(other),
					).map(room),
				},
			),
		),
		...FLOORS.map((floor, index) =>
			forbid(
				`${floor}-uses-only-what-is-below`,
				`${floor}/ stands below whoever it imports here: turn the import round, or move what is needed down.`,
				{ path: room(floor) },
				{ path: ['^nodes/Clip/[^/]+\\.ts$', ...CAPABILITIES.map(room), ...FLOORS.slice(0, index).map(room)] },
			),
		),
		forbid(
			'rules-are-pure',
			'lib/ and every rules/ are tried without n8n: hand in what they need of it.',
			{ path: ['^nodes/Clip/lib/', '^nodes/Clip/[^/]+/rules/'] },
			{
				path: [
					N8N,
					room('n8n'),
					'^nodes/Clip/service/[^/]+\\.ts$',
					'^node:',
					'^(fs|path|os|net|http|https|crypto)$',
				],
			},
		),
		forbid(
			'rules-know-only-rules',
			'A rule does not know who applies it.',
			{ path: '^nodes/Clip/[^/]+/rules/' },
			{ path: '^nodes/Clip/', pathNot: ['^nodes/Clip/lib/', '^nodes/Clip/[^/]+/rules/'] },
		),
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
	},
};
