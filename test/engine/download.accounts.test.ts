import { film, fileAnswer, statusAnswer, useFileHost } from './fileHost';
import { credentialFor, download, get, itemsOf, submitOnly, toErrorOutput, useBench } from './support';

const ADA = 'key-of-ada';
const BOB = 'key-of-bob';

describe('Download with the credential of each item', () => {
	const bench = useBench({ apiKey: ADA, otherKeys: [BOB] });
	const files = useFileHost();
	const credentials = () => ({ ...credentialFor(bench.simulator()), apiKey: '={{ $json.apiKey }}' });

	it('does not open one that does not resolve, as long as the link works', async () => {
		const videoUrl = files().serve('/a.mp4', fileAnswer(film(5_000)));
		const items = itemsOf({ videoUrl, projectId: '1', videoId: '1' });
		const result = await bench.clip(download, { items, credentials: credentials() });
		expect(result.items.map(({ json }) => json.fileSize)).toEqual([5_000]);
	});

	it('gets a fresh link only where the account has the project', async () => {
		const own = { credentials: credentials() };
		const videos = itemsOf({ videoUrl: 'https://youtu.be/a', apiKey: ADA });
		const [made] = (await bench.clip(submitOnly, { items: videos, ...own })).items;
		bench.simulator().finish(bench.ids()[0] ?? '');
		const projects = itemsOf({ projectId: made?.json.projectId, apiKey: ADA });
		const [clip] = (await bench.clip(get, { items: projects, ...own })).items;
		const videoUrl = files().serve('/old.mp4', statusAnswer(403, {}, 'expired'));
		const items = itemsOf(...[ADA, BOB].map((apiKey) => ({ ...clip?.json, videoUrl, apiKey })));
		const result = await bench.clip(download, { items, ...own, ...toErrorOutput });
		const keys = [result.items, result.errorItems].map((all) => all.map(({ json }) => json.apiKey));
		expect(keys).toEqual([[ADA], [BOB]]);
	});
});
