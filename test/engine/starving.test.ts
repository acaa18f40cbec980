/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import type { INodeExecutionData } from 'n8n-workflow';
import { type RawAnswer, useRawHost } from './rawHost';
import { itemsOf, useBench } from './support';

const MINUTE = 60_000;
const TIMED_OUT: unknown = expect.stringMatching(/^Not ready after \d+ minutes/);
const wait = { operation: 'wait', projectId: '={{ $json.projectId }}' };

/** How a service is sick. */
const sick: ReadonlyArray<[string, RawAnswer]> = [
	[
		'answers HTTP 101',
		(socket) => void socket.write('HTTP/1.1 101 x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
	],
	['says nothing', () => undefined],
	[
		'takes a minute for each answer',
		(socket) => void setTimeout(() => socket.end('HTTP/1.1 503 x\r\nContent-Length: 0\r\n\r\n'), 59_000),
	],
];

describe('Beside waits for a service that', () => {
	const bench = useBench();
	const host = useRawHost();
	/** A wait for a project of the sick service, and how many minutes it takes. */
	const sickWait = async (waitMode: string, projectIds: string[]) => {
		const began = Date.now();
		const credentials = { baseUrl: host().origin, apiKey: 'sick', headerName: 'X-Key' };
		const items = itemsOf(...projectIds.map((projectId) => ({ projectId })));
		const result = await bench.clip(
			{ ...wait, options: { waitMode, maxWait: 3 } },
			{ items, credentials, settings: { onError: 'continueRegularOutput' } },
		);
		return { ...result, minutes: (Date.now() - began) / MINUTE };
	};
	const titles = (items: INodeExecutionData[]) => items.map(({ json }) => json.error);

	it.each(sick)(
		'%s, a wait for another service is not delayed, and each of them ends',
		async (_what, answer) => {
			host().answer = answer;
			const sickWaits = Array.from(
				{ length: 26 },
				async (_, index) => await sickWait('durable', [`9${index}`]),
			);
			const projectId = await bench.project();
			const began = Date.now();
			const { items } = await bench.clip(wait, { items: itemsOf({ projectId }) });
			expect(items[0]?.json).toMatchObject({ projectId, status: 'ready' });
			expect(Date.now() - began).toBeLessThan(4 * MINUTE);
			for (const ended of await Promise.all(sickWaits)) {
				expect(titles(ended.items)).toEqual([TIMED_OUT]);
				expect(ended.minutes).toBeLessThan(16);
			}
		},
	);
});
