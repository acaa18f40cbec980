/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { routesErrorDetails } from '../../../nodes/Clip/n8n/platform';
import {
	type Answer,
	answerWith,
	dripAnswer,
	film,
	fileAnswer,
	statusAnswer,
	useFileHost,
} from '../bench/fileHost';
import { useStorage } from '../bench/storage';
import { getFiles, toErrorOutput, useBench } from '../bench/support';

const refused = statusAnswer(451);

/** Answers after some milliseconds. */
const later =
	(pause: number, answer: Answer): Answer =>
	(...call) =>
		void setTimeout(() => answer(...call), pause);

describe('Files of several clips', () => {
	const bench = useBench();
	const host = useFileHost();
	const storage = useStorage();

	/** Get for a project whose clips have these files. */
	const filesOf = (...answers: Answer[]) => ({
		...getFiles,
		projectId: bench.listed(
			answers.map((answer, index) => ({
				...{ videoId: `${index}`, title: 'Tide' },
				videoUrl: host().serve(`/${index}`, answer),
			})),
		),
	});
	const paths = () => host().requests.map(({ path }) => path);

	it.each([
		[{}, 2],
		[{ downloadsAtOnce: 3 }, 3],
	])('come %j side by side, and are handed on in the order of their rank', async (options, atOnce) => {
		let [running, most] = [0, 0];
		const files = [5_000, 4_000, 3_000, 2_000, 1_000].map((size) => film(size, size));
		const answers = files.map(
			(file): Answer =>
				(request, response, count) => {
					running += 1;
					most = Math.max(most, running);
					response.on('finish', () => (running -= 1));
					later(file.length / 100, fileAnswer(file))(request, response, count);
				},
		);
		const { items, error } = await bench.clip({ ...filesOf(...answers), options });
		expect([error, most]).toEqual([undefined, atOnce]);
		expect(items.map(({ json }) => json.rank)).toEqual([1, 2, 3, 4, 5]);
		expect(paths().slice(0, atOnce)).toEqual(['/0', '/1', '/2'].slice(0, atOnce));
		expect(await Promise.all(items.map(({ binary }) => storage.bytesOf(binary?.data)))).toEqual(files);
	});

	it('are told apart: what failed is reported, the others are handed on', async () => {
		const parameters = filesOf(fileAnswer(film(700)), refused, fileAnswer(film(800)));
		const result = await bench.clip(parameters, toErrorOutput);
		expect(result.error).toBeUndefined();
		expect(result.items.map(({ json }) => json.fileSize)).toEqual([700, 800]);
		expect(result.errorItems).toHaveLength(1);
		const { details = null } = result.errorItems[0]?.json ?? {};
		// The first n8n 2 routes error items without them.
		if (routesErrorDetails) {
			expect(details).toMatchObject({ outcome: 'refused', projectId: '77', videoId: '1' });
		}
		expect(await storage.files()).toHaveLength(4);
	});

	it('end at the first that fails, which is named, and no part of the others is left', async () => {
		const endless = dripAnswer(film(500_000), film(50_000));
		const { error, outcome } = await bench.clip(filesOf(endless, later(150, refused), fileAnswer(film(900))));
		expect(outcome).toBe('refused');
		expect(error?.message).toContain('clip 1');
		await storage.expectEmpty();
		expect(paths().sort()).toEqual(['/0', '/1']);
	});

	it('all come again when Retry On Fail tries again', async () => {
		const files = [film(600), film(700)];
		const answers = [fileAnswer(film(600)), answerWith(refused, fileAnswer(film(700)))];
		const parameters = filesOf(...answers);
		filesOf(...answers);
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
		const { items, error } = await bench.clip(parameters, { settings });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.fileName)).toEqual(['Tide.mp4', 'Tide (1).mp4']);
		expect(await Promise.all(items.map(({ binary }) => storage.bytesOf(binary?.data)))).toEqual(files);
		expect(paths().filter((path) => path === '/0')).toHaveLength(2);
	});
});
