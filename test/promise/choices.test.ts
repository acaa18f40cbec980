import type { INodeProperties } from 'n8n-workflow';
import { Clip } from '../../nodes/Clip/Clip.node';
import { ClipTrigger } from '../../nodes/Clip/ClipTrigger.node';
import { choicesOf, operationsOf, parametersOf } from '../../tools/docs/parameters';

const { properties } = new Clip().description;
const everywhere = [
	...operationsOf(properties).flatMap((operation) => parametersOf(properties, operation)),
	...parametersOf(new ClipTrigger().description.properties, null),
	...properties
		.filter(({ name }) => name === 'operation')
		.map((property) => ({ path: 'operation', property })),
];

/** The parameters of this name, wherever they are. */
const named = (wanted: string): INodeProperties[] =>
	everywhere.filter(({ path }) => path === wanted).map(({ property }) => property);

// Taken from the request table of the interface, not from our code: who chooses 4:5 pays for what is sent.
describe.each<[parameter: string, meant: Record<string, string | number>]>([
	['ratioOfClip', { '9:16 Vertical': 1, '1:1 Square': 2, '4:5 Portrait': 3, '16:9 Horizontal': 4 }],
	[
		'preferLength',
		{
			Automatic: 0,
			'Under 30 Seconds': 1,
			'30 to 60 Seconds': 2,
			'60 to 90 Seconds': 3,
			'90 Seconds to 3 Minutes': 4,
		},
	],
	[
		'lang',
		{
			'Detect Automatically': 'auto',
			English: 'en',
			French: 'fr',
			German: 'de',
			Portuguese: 'pt',
			Russian: 'ru',
			Spanish: 'es',
			Other: 'other',
		},
	],
	[
		'additionalFields.videoType',
		{
			'Detect From URL': 'auto',
			'Remote Video File': 1,
			YouTube: 2,
			'Google Drive': 3,
			Vimeo: 4,
			StreamYard: 5,
			TikTok: 6,
			'Twitter (X)': 7,
			Twitch: 9,
			Loom: 10,
			Facebook: 11,
			LinkedIn: 12,
			Dropbox: 13,
			Instagram: 14,
		},
	],
	['additionalFields.ext', { 'Detect From URL': 'auto', '3GP': '3gp', AVI: 'avi', MOV: 'mov', MP4: 'mp4' }],
	['additionalFields.clipModel', { 'Clip V1': 'clip_v1', 'Clip V2': 'clip_v2' }],
	['options.waitMode', { 'Pause the Execution': 'durable', 'Keep It Running': 'inProcess' }],
	['options.ifNotReady', { Wait: 'wait', 'Return Status': 'status', 'Throw an Error': 'error' }],
	['options.output', { Clips: 'clips', Project: 'project' }],
	['event', { 'Clips Ready': 'ready', 'Clips Ready or Project Failed': 'readyOrFailed' }],
	['operation', { 'Create Clips': 'create', 'Get Clips': 'get', 'Wait for Clips': 'wait' }],
])('Who chooses by its label in %s', (parameter, meant) => {
	it('gets what the label says', () => {
		const found = named(parameter);
		expect(found.length).toBeGreaterThan(0);
		for (const property of found) {
			expect(Object.fromEntries(choicesOf(property).map(({ name, value }) => [name, value]))).toEqual(meant);
		}
	});
});
