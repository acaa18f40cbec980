import { redirectAnswer, useFileHost } from './fileHost';
import type { NodeRunResult } from './harness';
import { credentialFor, submitOne, useBench } from './support';

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
		bench.simulator().faults.add({ on: 'create', fault: { kind: 'code', code: 4002, errMsg } });
		// It may be stored with space around it.
		const result = await bench.clip(submitOne, { credentials: stored(` ${apiKey}\r\n`) });
		expect(result.error?.description).toContain('may not do this');
		expect(told(result)).not.toMatch(/marked-7Q2/i);
		expect((await bench.clip(submitOne, { credentials: stored(` ${apiKey}\r\n`) })).error).toBeUndefined();
	});

	it('is in no error when a gateway quotes it as JSON that escapes each sign', async () => {
		const key = bench.simulator().apiKey.replace(/\W/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
		const body = `{"message":"invalid key ${key}"}`;
		bench.simulator().faults.add({ on: 'create', fault: { kind: 'status', status: 401, body } });
		const result = await bench.clip(submitOne);
		expect(result.error?.messages?.join()).toContain('invalid key');
		expect(told(result)).not.toMatch(/marked-7Q2/i);
	});

	it('is in no error without the word before it in its header', async () => {
		const body = '{"message":"invalid token marked-7Q2"}';
		bench.simulator().faults.add({ on: 'create', fault: { kind: 'status', status: 401, body } });
		const result = await bench.clip(submitOne, { credentials: stored('Bearer marked-7Q2') });
		expect(result.error?.description).toContain('invalid token');
		expect(told(result)).not.toMatch(/marked-7Q2/i);
	});

	it.each([301, 302, 307, 308])('does not follow a redirect to another host (HTTP %i)', async (status) => {
		const headers = { Location: host().serve('/elsewhere', redirectAnswer('/elsewhere')) };
		const fault = { kind: 'status', status, headers } as const;
		bench.simulator().faults.add({ on: 'create', fault }, { on: 'query', times: 9, fault });
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
		expect(error?.message).toContain('The vault at https://vault.example/k is away');
		expect(error?.stack).toContain('The vault at');
		expect(error?.stack).not.toContain('c0ffee');
	});
});
