import { joinTexts } from '../../../nodes/Clip/problems/problemText';
import { adviceOn } from '../../rules/given/texts';
import { type FailedAnswer, isProjectAnswer } from '../../../nodes/Clip/service/rules/answer';
import type { Submission } from '../../../nodes/Clip/service/rules/submission';
import { makeServiceClient } from '../../../nodes/Clip/service/client';
import { useObstacles, VIDEO } from './bench';
import { MARKED_KEY, type Obstacle, OBSTACLES } from './table';
import { callerOf } from '../bench/harness';

const submission: Submission = {
	videoUrl: VIDEO.bad,
	videoType: 1,
	ext: 'mp4',
	preferLength: [0],
	lang: 'auto',
};

/** No call takes longer, whatever the service does, in seconds. */
const LONGEST_CALL = 125;

function expectTime({ seconds }: Obstacle, began: number): void {
	const taken = Math.round((Date.now() - began) / 1_000);
	if (seconds === undefined) expect(taken).toBeLessThan(LONGEST_CALL);
	else expect(taken).toBe(seconds);
}

describe('What the client makes of', () => {
	const bench = useObstacles();
	const client = () => makeServiceClient(callerOf(bench.credentials()), 0);

	/** The error says all that is known of the answer. */
	const expectTold = (row: Obstacle, failure: FailedAnswer) => {
		const { code = null, http, says = [], projectId = null } = row;
		const description = `${joinTexts(adviceOn(failure, 'operator'))} ${failure.excerpt}`;
		bench.expectNoHarm([failure, description]);
		for (const part of says) expect(description).toContain(part);
		if (code !== null) expect(description).toContain(`code ${code}`);
		if ((http ?? 0) >= 300) expect(description).toContain(`HTTP ${http}`);
		if (projectId !== null) expect(description).toContain(`project ${projectId}`);
		if (JSON.stringify(row).includes(MARKED_KEY)) expect(description).toContain('refused ***');
		expect(description.length).toBeLessThan(2_000);
		expect([failure.code, failure.httpStatus]).toEqual([code && Number(code), http]);
	};

	describe.each(OBSTACLES.map((row) => [row.name, row] as const))('%s', (_name, row) => {
		const { create, query, phase = 'after' } = row;
		const arrives = row.way === undefined ? 1 : 0;

		if (create !== null) {
			it('while a video is submitted', async () => {
				const { asked } = await bench.trouble(row, { on: 'create', phase });
				const began = Date.now();
				const answer = await client().submit(submission);
				expectTime(row, began);
				const { ledger } = bench.simulator();
				expect(ledger).toHaveLength(arrives);
				const created = ledger[0]?.projectId ?? null;
				expect(created !== null).toBe(phase === 'after' && arrives > 0);
				// A proxy is asked once: it may have sent the video on.
				if (typeof row.way === 'object') expect(asked()).toBe(1);
				if (isProjectAnswer(answer)) {
					expect([answer.progress, answer.project.projectId]).toEqual([create, row.projectId ?? created]);
					return;
				}
				expect(answer.fate === 'mayHaveCreated' ? 'unknownWhetherCreated' : answer.kind).toBe(create);
				expect(answer.projectId).toBe(row.projectId ?? null);
				expectTold(row, answer);
			});
		}

		if (query === null) return;
		it('while a project is asked for', async () => {
			const projectId = await bench.finished({ videoUrl: VIDEO.bad });
			await bench.trouble(row, { on: 'query' });
			const began = Date.now();
			const answer = await client().query(projectId);
			expectTime(row, began);
			expect(bench.simulator().requests).toHaveLength(1 + arrives);
			if (isProjectAnswer(answer)) {
				bench.expectNoHarm(answer.progress);
				const { clipCount } = answer.project;
				expect([answer.progress, answer.project.projectId]).toEqual(['ready', projectId]);
				expect(clipCount === 0 ? 'empty' : 'read').toBe(query);
				return;
			}
			expect([answer.kind, answer.projectId]).toEqual([query, projectId]);
			expectTold(row, answer);
		});
	});
});
