/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { inspect } from 'node:util';
import { type INodeParameters, NodeOperationError } from 'n8n-workflow';
import { outputOf } from '../../../nodes/Clip/n8n/output';
import { beginNodeExecution } from '../../../nodes/Clip/n8n/nodeExecution';
import { makeServiceClient } from '../../../nodes/Clip/service/client';
import { redirectAnswer, useFileHost } from '../bench/fileHost';
import { callerOf, contextOf, type NodeRunResult } from '../bench/harness';
import { credentialFor, goingOn, logged, submitOne, useBench } from '../bench/support';

/** All that a run shows or stores of what went wrong. */
const told = ({ error, run }: NodeRunResult): string =>
	JSON.stringify([run, error?.message, error?.description, error?.messages, error?.context]);

describe('The API key', () => {
	const bench = useBench({ apiKey: 'marked-7Q2+/"x' });
	const host = useFileHost();
	const stored = (apiKey: string) => ({ ...credentialFor(bench.simulator()), apiKey });

	it.each([
		['as it is', (key: string) => key],
		['as links write it', encodeURIComponent],
	])('is in no error when a refusal of the service quotes it: %s', async (_how, spell) => {
		const { apiKey } = bench.simulator();
		const errMsg = `the key ${spell(apiKey)} may not do this`;
		bench.fail({ on: 'create', fault: { kind: 'code', code: 4002, errMsg } });
		// It may be stored with space around it.
		const result = await bench.clip(submitOne, { credentials: stored(` ${apiKey}\r\n`) });
		expect(result.error?.description).toContain(' may not ');
		expect(told(result)).not.toMatch(/marked-7Q2/i);
		expect((await bench.clip(submitOne, { credentials: stored(` ${apiKey}\r\n`) })).error).toBeUndefined();
	});

	it('is in no error when a gateway quotes it as JSON that escapes each sign', async () => {
		const key = bench.simulator().apiKey.replace(/\W/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
		const body = `{"message":"invalid key ${key}"}`;
		bench.fail({ on: 'create', fault: { kind: 'status', status: 401, body } });
		const result = await bench.clip(submitOne);
		expect(result.error?.messages?.join()).toContain('invalid key');
		expect(told(result)).not.toMatch(/marked-7Q2/i);
	});

	it.each<[string, object]>([
		['an item that is handed over whole', { videoUrl: '={{ $json }}' }],
		['a text with it', { videoUrl: '={{ "see " + $json.key }}' }],
		['a field that it was pasted into', { additionalFields: { templateId: '={{ $json.key }}' } }],
	])('is in no error about a parameter: %s', async (_what, wrong) => {
		const { apiKey } = bench.simulator();
		const items = [{ json: { key: apiKey, link: 'https://youtu.be/a' } }];
		for (const credentials of [stored('={{ $json.key }}'), stored(apiKey)]) {
			const result = await bench.clip({ ...submitOne, ...wrong }, { credentials, items });
			expect(result.outcome).toBe('invalidParameter');
			const { message, description, messages, context } = { ...result.error };
			expect(JSON.stringify([message, description, messages, context])).not.toMatch(/marked-7Q2/i);
		}
		expect(bench.simulator().requests).toEqual([]);
	});

	it('is in no error where it stands in place of an ID, or in the error of an earlier node', async () => {
		const [key, ofLetters] = [bench.simulator().apiKey, 'marked-7Q2_x'];
		const projectId = await bench.finished();
		const cases: Array<[key: string, parameters: INodeParameters, isPassedOn?: boolean]> = [
			[key, { operation: 'get', projectId, filters: { videoId: '={{ $json.key }}' } }],
			[ofLetters, { operation: 'get', projectId: '={{ $json.key }}' }],
			[key, { ...submitOne, videoUrl: '={{ $json.link }}' }, true],
		];
		for (const [apiKey, parameters, isPassedOn = false] of cases) {
			const items = [{ json: { key: apiKey, error: `Invalid key ${apiKey}`, message: 'x' } }];
			const more = { credentials: stored(apiKey), items };
			const { error } = await bench.clip(parameters, more);
			const { message, description, messages, context } = { ...error };
			const { items: given } = await bench.clip(parameters, { ...more, ...goingOn });
			const told = [message, description, messages, context, ...(isPassedOn ? [] : given)];
			expect(JSON.stringify(told)).toContain('***');
			expect(JSON.stringify(told)).not.toMatch(/marked-7Q2/i);
		}
	});

	const utf16 = (text: string) => Array.from(text).join('\0');
	const entities = (text: string) => text.replace(/\W/g, (sign) => `&#${sign.charCodeAt(0)};`);
	it.each<[string, (key: string) => string]>([
		['with characters that nobody sees', (key) => Array.from(key).join('\u200b')],
		['with a soft hyphen', (key) => key.replace('-', '-\u00ad')],
		['in UTF-16', utf16],
		['as HTML has it, in numbers', entities],
		[
			'as HTML has it, by name',
			(key) => key.replace('+', '&plus;').replace('/', '&sol;').replace('"', '&quot;'),
		],
		['as HTML has it, by other names', (key) => key.replace('-', '&hyphen;')],
		['in small letters', (key) => key.toLowerCase()],
		['with tags in it', (key) => key.replace('-', '<wbr>-').replace('Q', 'Q<br>')],
		['in lines', (key) => key.replace('-', '-\n').replace('+', '+\r\n')],
		['in groups', (key) => key.replace(/..../g, '$& ')],
		['as links write it, in HTML', (key) => entities(encodeURIComponent(key))],
		['without its end', (key) => key.slice(0, -2)],
		['behind a long empty line', (key) => `${' '.repeat(19_988)}${key}`],
	])('is in no error when an answer quotes it %s', async (_how, spell) => {
		const said = `the key ${spell(bench.simulator().apiKey)} may not do this`;
		const message = JSON.stringify({ message: said });
		for (const body of [said, message, utf16(message)]) {
			bench.fail({ on: 'create', fault: { kind: 'status', status: 401, body } });
			const result = await bench.clip(submitOne);
			expect(result.outcome).toBe('authentication');
			const letters = told(result).replace(/<\w+>|&\w+;|\\u0000|\\+[nr]|\W/g, '');
			expect(/marked7/i.test(letters)).toBe(false);
		}
	});

	it('is in no item of a success that echoes it, but for the IDs by which a project is found', async () => {
		const { apiKey } = bench.simulator();
		const projectId = await bench.finished();
		const clip = {
			videoId: `id of ${apiKey}`,
			title: `about ${apiKey}`,
			videoUrl: 'https://h.example/a.mp4',
		};
		const debug = { headers: [[{ KEY: apiKey, [apiKey]: 1 }]], half: apiKey.slice(0, 8) };
		const body = JSON.stringify({ code: 2000, projectId, videos: [clip], debug });
		const fault = { kind: 'status', status: 200, body } as const;
		bench.fail({ on: 'query', fault });
		const get = { operation: 'get', projectId, options: { output: 'project' } };
		const [item] = (await bench.clip(get)).items;
		expect(item?.json).toMatchObject({
			clips: [{ videoId: clip.videoId, title: 'about ***' }],
			debug: { headers: [[{ KEY: '***', '***': 1 }]], half: apiKey.slice(0, 8) },
		});
	});

	it('is in no error without the word before it in its header', async () => {
		const body = '{"message":"invalid token marked-7Q2"}';
		bench.fail({ on: 'create', fault: { kind: 'status', status: 401, body } });
		const result = await bench.clip(submitOne, { credentials: stored('Bearer marked-7Q2') });
		expect(result.error?.description).toContain('invalid token');
		expect(told(result)).not.toMatch(/marked-7Q2/i);
	});

	it.each([301, 302, 307, 308])('does not follow a redirect to another host (HTTP %i)', async (status) => {
		const headers = { Location: host().serve('/elsewhere', redirectAnswer('/elsewhere')) };
		const fault = { kind: 'status', status, headers } as const;
		bench.fail({ on: 'create', fault }, { on: 'query', times: 9, fault });
		expect((await bench.clip(submitOne)).error).toBeDefined();
		const get = { operation: 'get', projectId: '20417733', options: { ifNotReady: 'error' } };
		expect((await bench.clip(get)).error).toBeDefined();
		expect(host().requests).toEqual([]);
	});

	it('and a signed link that another error quotes are not in its stack either', async () => {
		const credentials = {
			...stored('k'),
			get baseUrl(): string {
				throw new Error('The vault at https://vault.example/k?Signature=c0ffeeS1gnature is away');
			},
		};
		const { error } = await bench.clip(submitOne, { credentials });
		expect(error?.message).toContain(' https://vault.example/k is away');
		expect(error?.stack).toContain('vault');
		expect(error?.stack).not.toContain('c0ffee');
	});

	it('is in no error of an earlier node where the credential cannot be opened to compare', async () => {
		const key = bench.simulator().apiKey;
		const credentials = {
			...stored('k'),
			get baseUrl(): string {
				throw new Error('The vault is away');
			},
		};
		const items = [{ json: { error: `Invalid key ${key}`, message: `for ${key}` } }];
		const { error } = await bench.clip(
			{ ...submitOne, videoUrl: '={{ $json.link }}' },
			{ credentials, items },
		);
		expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(
			/Invalid key .*marked-7Q2|for marked-7Q2/,
		);
		expect(error?.message).not.toContain('marked-7Q2');
	});

	it('is not in the stack of an error that nobody expects either, nor in its cause', async () => {
		const { apiKey } = bench.simulator();
		const run = { ...beginNodeExecution(contextOf()), apiKeys: new Set([apiKey]) };
		for (const thrown of [
			new TypeError(`no ${apiKey}`),
			Object.assign(new NodeOperationError(run.context.getNode(), `no ${apiKey}`), {
				messages: [`no ${apiKey}`],
			}),
		]) {
			const error: unknown = await outputOf(run, Promise.reject(thrown)).catch((shown: unknown) => shown);
			expect(inspect(error, { depth: 9, showHidden: true })).toContain('no ***');
			expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('marked-7Q2');
		}
	});

	it('and a signed link are not in the log when n8n says why it cannot open the credential', async () => {
		const credentials = {
			...stored('k'),
			get baseUrl(): string {
				const reason = 'The vault at https://vault.example/k?Signature=c0ffeeS1gnature is away';
				throw new NodeOperationError(contextOf(stored('k')).getNode(), reason);
			},
		};
		const lines = logged('warn');
		await makeServiceClient(callerOf(credentials), 0).query('7');
		expect(lines.join()).toContain(' https://vault.example/k is away');
	});
});

describe('A long API key', () => {
	const long = 'marked_7Q2_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0';
	const bench = useBench({ apiKey: long });

	it.each<[string, INodeParameters, Record<string, string>]>([
		['stands in place of an ID', { filters: { videoId: '={{ $json.key }}' } }, {}],
		[
			'is cut where the error of an earlier node is',
			{ projectId: '={{ $json.projectId }}' },
			{ error: `${'x '.repeat(140)}KEY`, message: 'x' },
		],
		['is cut where an expression fails', { projectId: '={{ JSON.parse($json.key) }}' }, {}],
	])('is in no error, not in part either, where it %s', async (_what, parameters, more) => {
		const projectId = await bench.finished();
		const json = Object.fromEntries(
			Object.entries({ key: long, ...more }).map(([name, text]) => [name, text.replace('KEY', long)]),
		);
		const { error } = await bench.clip({ operation: 'get', projectId, ...parameters }, { items: [{ json }] });
		const { message, description, messages, context, stack } = { ...error };
		expect(message).toBeDefined();
		expect(JSON.stringify([message, description, messages, context, stack])).not.toMatch(/marked_7/i);
	});
});
