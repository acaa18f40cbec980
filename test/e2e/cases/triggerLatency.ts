/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { flow, node } from '../flows';
import type { Stage } from '../stage';
import { call, callFor, publishCalled } from './triggerCalls';

const calls = 50;

const ownWebhook = 'latency-own';

/** How fast calls are acknowledged, beside n8n's own Webhook node. */
export function latencyCases(stage: Stage): void {
	it('acknowledges calls nearly as fast as a Webhook node of n8n does', async () => {
		await stage.publish(
			flow('Own webhook', [
				node('Webhook', 'n8n-nodes-base.webhook', {
					typeVersion: 2,
					webhookId: ownWebhook,
					parameters: { httpMethod: 'POST', path: ownWebhook, responseMode: 'onReceived', options: {} },
				}),
			]),
		);
		const paths = {
			'Clip Trigger': (await publishCalled(stage, 'latency')).path,
			'Clip Trigger with secret': (await publishCalled(stage, 'latency-secret', { secret: 's3cret' })).path,
			Webhook: `/webhook/${ownWebhook}`,
		};
		const times = new Map<string, number[]>();
		// In turn, so that what else the machine does hits all of them.
		for (let count = 0; count < calls; count += 1) {
			for (const [name, path] of Object.entries(paths)) {
				const began = performance.now();
				const query = name === 'Clip Trigger with secret' ? '?secret=s3cret' : '';
				expect(await call(stage, path, { query, body: callFor('latency-unknown') })).toBe(200);
				times.set(name, [...(times.get(name) ?? []), performance.now() - began]);
			}
		}
		const medians = new Map<string, number>();
		for (const [name, all] of times) {
			const sorted = [...all].sort((a, b) => a - b);
			const [median = 0, late = 0] = [0.5, 0.95].map((share) => sorted[Math.floor(calls * share)]);
			process.stdout.write(`${name}: p50 ${median.toFixed(1)} ms, p95 ${late.toFixed(1)} ms\n`);
			medians.set(name, median);
		}
		// n8n prepares its expression engine for each call, but not for its own node: that takes four times as long or less.
		const { Webhook: own = 0, ...ours } = Object.fromEntries(medians);
		for (const median of Object.values(ours)) expect(median / own).toBeLessThan(10);
	});
}
