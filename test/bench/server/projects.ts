import { fetchOnce } from '../../host';
import type { Simulator } from '../../simulator';

/** Creates projects, as another client of the workspace would, and returns their exact IDs. */
export async function createProjects(simulator: Simulator, count: number): Promise<string[]> {
	const { baseUrl, headerName, apiKey, ledger } = simulator;
	const before = ledger.length;
	for (let index = 0; index < count; index += 1) {
		const videoUrl = `https://media.example.com/${before + index}/talk.mp4`;
		const answer = await fetchOnce(`${baseUrl}/open-api/v1/project/create`, {
			method: 'POST',
			headers: { [headerName]: apiKey, 'content-type': 'application/json' },
			body: JSON.stringify({ videoUrl, videoType: 2, preferLength: [0], lang: 'auto' }),
		});
		await answer.arrayBuffer();
	}
	return ledger.slice(before).flatMap(({ projectId }) => projectId ?? []);
}
