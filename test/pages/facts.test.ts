import { CALL_REFUSED } from '../../nodes/Clip/problems/notices';
import { z } from 'zod/v3';
import type { DownloadFailureKind } from '../../nodes/Clip/problems/files';
import type { FailureKind } from '../../nodes/Clip/problems/facts';
import { GENERATED } from '../../tools/docs/parts';
import { n8nVersion } from '../../tools/host/runtime';
import { markers, nothingMatches } from '../../tools/simulator/markers';
import { manifest, textOf } from '../rules/given/project';

/** The kinds of errors that are neither an answer of the service nor a download. */
type OtherOutcome =
	| 'clipNotFound'
	| 'invalidParameter'
	| 'processing'
	| 'stopped'
	| 'timedOut'
	| 'unexpected'
	| 'unknownWhetherCreated';

it.each(GENERATED)(
	'What the manual says of the code is what the code says, in %s (to refresh it: npm run docs)',
	(file, wanted) => expect(textOf(file)).toBe(wanted(textOf(file))),
);

describe('Versions in the manual', () => {
	const operate = textOf('docs/operate.md');
	const contributing = textOf('CONTRIBUTING.md');

	it('of n8n are those that the tests run on', () => {
		const images = [...operate.matchAll(/n8nio\/n8n:(\S+)/g)].map(([, version]) => version);
		expect([...new Set(images)]).toEqual([n8nVersion]);
		expect(contributing).toContain(`a real n8n (${n8nVersion},`);
		const oldest = z
			.object({ dependencies: z.object({ 'n8n-core': z.string() }) })
			.parse(JSON.parse(textOf('test/once/oldest/package.json')));
		expect(textOf('README.md')).toContain(`We test with n8n ${n8nVersion} and`);
		expect(operate).toContain(`with n8n ${n8nVersion}, in`);
		expect(operate).toContain(`with the engine of ${oldest.dependencies['n8n-core']}.`);
	});

	it('of Node are those that the package allows', () => {
		const least = manifest.engines.node.replace('>=', '');
		expect(contributing).toContain(`need Node.js ${least} or later`);
	});
});

it('CONTRIBUTING.md lists all words that steer the simulator, and no others', () => {
	const listed = textOf('CONTRIBUTING.md').match(/\bsim-[\w-]+/g) ?? [];
	// Of the codes by which a project may fail, one stands for all.
	const named = markers.filter((word) => !/-fails-(?!4005)/.test(word));
	expect([...new Set(listed)].sort()).toEqual([...named, nothingMatches].sort());
});

describe('docs/errors.md', () => {
	const outcomes: Record<FailureKind | DownloadFailureKind | OtherOutcome, true> = {
		...{ authentication: true, blocked: true, failed: true, invalidRequest: true, quota: true },
		...{ rateLimited: true, sourceProblem: true, temporary: true, unreadable: true },
		...{ expired: true, notFound: true, refused: true, unavailable: true, incomplete: true },
		...{ empty: true, notVideo: true, tooLarge: true, redirected: true, notStored: true },
		...{ invalidParameter: true, unknownWhetherCreated: true, unexpected: true, clipNotFound: true },
		...{ timedOut: true, stopped: true, processing: true },
	};
	const page = textOf('docs/errors.md');

	it('has a row for each outcome, and no other', () => {
		const rows = [...page.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| /gm)];
		const named = rows.flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
		const ofDetails = ['outcome', 'isFinal', 'mayHavePaid', 'description', 'projectId', 'videoId'];
		const fields = [...ofDetails, 'code', 'httpCode', 'evidence'];
		const listed = [...new Set(named)].filter((name) => !fields.includes(name ?? ''));
		expect(listed.sort()).toEqual(Object.keys(outcomes).sort());
	});
});

it('docs/trigger.md lists all refusals of a call', () => {
	const rows = [...textOf('docs/trigger.md').matchAll(/^\| HTTP \d+ \*\*(.+?)\*\*/gm)];
	expect(rows.map(([, message]) => message).sort()).toEqual(Object.values(CALL_REFUSED).sort());
});
