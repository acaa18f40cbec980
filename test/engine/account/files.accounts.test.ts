import { film, fileAnswer, statusAnswer, useFileHost } from '../bench/fileHost';
import { useStorage } from '../bench/storage';
import { credentialFor, getFiles, itemsOf, useBench } from '../bench/support';

const ADA = 'key-of-ada';
const BOB = 'key-of-bob';

describe('A fresh link', () => {
	const bench = useBench({ apiKey: ADA });
	const files = useFileHost();
	useStorage();

	it('is asked for with the account of its item', async () => {
		const old = files().serve('/old.mp4', statusAnswer(403, {}, 'expired'));
		const fresh = files().serve('/fresh.mp4', fileAnswer(film(5_000)));
		for (const videoUrl of [old, fresh]) {
			for (const projectId of ['1', '2']) bench.listed([{ videoId: 7, videoUrl }], projectId);
		}
		const headerName = bench.simulator().headerName.toLowerCase();
		const items = itemsOf({ projectId: '1', apiKey: ADA }, { projectId: '2', apiKey: BOB });
		const credentials = { ...credentialFor(bench.simulator()), apiKey: '={{ $json.apiKey }}' };
		const result = await bench.clip(getFiles, { items, credentials });
		expect(result.items.map(({ json }) => json.fileSize)).toEqual([5_000, 5_000]);
		const asked = bench.questions().map(({ path, headers }) => [path.at(-1), headers[headerName]].join(' '));
		expect(asked.sort()).toEqual(['1 right', '1 right', '2 wrong', '2 wrong']);
	});
});
