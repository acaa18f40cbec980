/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { NOT_LOST } from '../../../nodes/Clip/problems/answers';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type * as Config from '@n8n/config';
import { Container } from '@n8n/di';
import { NodeOperationError } from 'n8n-workflow';
import { nodeErrorOf } from '../../../nodes/Clip/n8n/nodeError';
import { beginNodeExecution } from '../../../nodes/Clip/n8n/nodeExecution';
import { contextOf } from '../bench/harness';
import { redirectAnswer, statusAnswer, useFileHost } from '../bench/fileHost';
import { create, getFiles, useBench, videos, wait } from '../bench/support';
import { NOTHING_CHARGED } from '../../rules/given/texts';

// npm nests several copies of n8n's settings; these are the ones that the engine's calls look at.
const network = require.resolve('@n8n/backend-network', { paths: [require.resolve('n8n-core')] });
const engineConfig = jest.requireActual<typeof Config>(require.resolve('@n8n/config', { paths: [network] }));

describe('A call that n8n itself does not allow', () => {
	const bench = useBench();
	const host = useFileHost();
	const protection = Container.get(engineConfig.SsrfProtectionConfig);
	afterEach(() => (protection.enabled = false));

	it('is not sent by Create, which says so, and why', async () => {
		protection.enabled = true;
		const { error, outcome } = await bench.clip(create, { items: videos('a') });
		expect(outcome).toBe('blocked');
		expect(error?.description).toContain(NOTHING_CHARGED);
		expect(error?.description).toContain('restricted IP address');
		expect(error?.description).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
		expect(bench.simulator().requests).toEqual([]);
	});

	it('ends the wait of a paused run, whose project is not lost', async () => {
		const projectId = await bench.project();
		const onPause = () => void (protection.enabled = true);
		const { error, paused, outcome } = await bench.clip({ ...wait, projectId }, { onPause });
		expect([paused, outcome]).toEqual([true, 'blocked']);
		expect(error?.description).toContain(NOT_LOST);
		expect(error?.description).toContain('restricted IP address');
	});

	it('keeps a file from following a redirect', async () => {
		const secret = host().serve('/secret', statusAnswer(404));
		const videoUrl = host().serve('/x.mp4', (...call) => {
			protection.enabled = true;
			redirectAnswer(secret)(...call);
		});
		const { error, outcome } = await bench.clip({
			...getFiles,
			projectId: bench.listed([{ videoId: 1, videoUrl }]),
		});
		expect(outcome).toBe('refused');
		expect(error?.description).toMatch(/n8n says: .*restricted IP address/);
		expect(host().requests.map(({ path }) => path)).toEqual(['/x.mp4']);
	});
});

describe('An error of ours', () => {
	// The words that n8n replaces messages for, as it has them itself.
	const file = join(dirname(require.resolve('n8n-workflow')), 'errors/abstract/node.error.js');
	const [, list = ''] = /COMMON_ERRORS = \{([\s\S]*?)\n\};/.exec(readFileSync(file, 'utf8')) ?? [];
	const words = [...list.matchAll(/^\s+([A-Z_]+): /gm)].map(([, word = '']) => word);

	it('says what it says, whatever word of n8n it holds, wherever n8n hands it on', () => {
		expect(words.length).toBeGreaterThan(10);
		const context = contextOf();
		const run = beginNodeExecution(context);
		const message = 'The service could not be reached';
		for (const word of words) {
			for (const httpCode of [null, '200', '500']) {
				const details = {
					projectId: null,
					code: null,
					httpCode,
					outcome: 'temporary',
					isFinal: false,
					mayHavePaid: false,
					evidence: null,
				};
				const told = { title: message, description: `It says ${word}.`, evidence: '', details };
				const own = { code: 'temporary' as const, cause: null };
				const error = nodeErrorOf(run, own, told, null);
				const passedOn = new NodeOperationError(context.getNode(), error);
				for (const { message: shown, description } of [error, passedOn])
					expect([shown, description]).toEqual([message, `It says ${word}.`]);
				const inTitle = `${message}. ${word} ${word.toLowerCase()}`;
				expect(nodeErrorOf(run, own, { ...told, title: inTitle }, null).message).toBe(inTitle);
			}
		}
	});
});
