// Loads a node of an installed package as n8n does at its start, then calls one operation of Clip, or the trigger, for the first
// time, with answers that are as good as they can be, and prints which files of the package each of the two has loaded.
const { join } = require('node:path');
const { Readable } = require('node:stream');

const [folder, operation] = process.argv.slice(2);

const project = {
	code: 2000,
	projectId: '1',
	videos: [{ videoId: '2', title: 'Tide', videoUrl: 'https://files.example/2.mp4', viralScore: '9' }],
};
const answer = (body) => ({
	statusCode: 200,
	headers: { 'content-type': 'video/mp4' },
	body: Readable.from([body]),
});
const film = Buffer.from('\0\0\0\x20ftypisom', 'latin1');
const input = [{ json: { projectId: '1', videoId: '2', title: 'Tide' } }];
const videoUrl = 'https://files.example/2.mp4';
/** Create waits, and pauses its execution. */
const parameters = { operation, projectId: '1', videoUrl, waitForClips: true };

const memory = {};

/** What n8n gives a node, as far as a first call asks for it. */
const context = {
	getNode: () => ({ name: 'Clip', type: 'clip', typeVersion: 1, parameters }),
	getNodeParameter: (name, _item, otherwise) => parameters[name] ?? otherwise,
	getInputData: () => input,
	getExecutionCancelSignal: () => undefined,
	getWorkflow: () => ({ id: '1' }),
	getMode: () => 'webhook',
	getExecutionId: () => '1',
	getContext: () => memory,
	getWorkflowDataProxy: () => ({ $runIndex: 0 }),
	getInstanceBaseUrl: () => 'https://n8n.example/',
	getExecuteData: () => ({ metadata: { waitingChildExecutionIds: ['2'] } }),
	logger: { info: () => undefined, warn: () => undefined },
	addExecutionHints: () => undefined,
	continueOnFail: () => false,
	isToolExecution: () => false,
	getCredentials: async () => ({ baseUrl: 'https://api.example/service', apiKey: 'key', headerName: 'KEY' }),
	helpers: {
		checkProcessedAndRecord: async (items) => ({ new: items, processed: [] }),
		httpRequestWithAuthentication: async () => answer(Buffer.from(JSON.stringify(project))),
		httpRequest: async () => answer(film),
		prepareBinaryData: async (stream) => {
			for await (const piece of stream) void piece;
			return { data: 'filesystem-v2', mimeType: 'video/mp4' };
		},
	},
};

const dist = join(folder, 'dist/');
const loaded = () =>
	Object.keys(require.cache)
		.filter((file) => file.startsWith(dist))
		.map((file) => file.slice(dist.length));

async function main() {
	const { VideoClippingApi } = require(join(folder, 'dist/credentials/VideoClippingApi.credentials.js'));
	const { Clip } = require(join(folder, 'dist/nodes/Clip/Clip.node.js'));
	const { ClipTrigger } = require(join(folder, 'dist/nodes/Clip/ClipTrigger.node.js'));
	void new VideoClippingApi();
	const node = operation === 'trigger' ? new ClipTrigger() : new Clip();
	const atStart = loaded();
	const [items] = await node.execute.call(context);
	if (items.length !== 1 || items[0].json.error)
		throw new Error(`${operation} gave ${JSON.stringify(items)}`);
	const byCall = loaded().filter((file) => !atStart.includes(file));
	process.stdout.write(JSON.stringify({ atStart, byCall }));
}

void main();
