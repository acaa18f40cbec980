import { type INodeParameters, type INodeType, NodeHelpers } from 'n8n-workflow';
import { Clip } from '../../../nodes/Clip/Clip.node';
import { ClipTrigger } from '../../../nodes/Clip/ClipTrigger.node';

/** The labels of a panel of a fresh node, as n8n shows them; the credential stands above the parameters. */
function labelsOf({ description }: INodeType, chosen: INodeParameters, name = description.name): string[] {
	const node = { typeVersion: 1, parameters: chosen };
	const type = { ...description, name };
	const values = NodeHelpers.getNodeParameters(description.properties, chosen, true, false, node, type) ?? {};
	const shown = description.properties.filter(
		(property) => property.type !== 'hidden' && NodeHelpers.displayParameter(values, property, node, type),
	);
	return ['Credential', ...shown.map(({ displayName }) => displayName)];
}

describe('The panel at first sight', () => {
	const field = 'Put Output File in Field';

	it.each([
		[
			'create',
			{},
			'Video URL, Aspect Ratio, Preferred Length, Language, Wait for Clips, Additional Fields, Options',
		],
		['get', {}, 'Project ID, Download Files, Filters, Options'],
		['get', { downloadFiles: true }, `Project ID, Download Files, ${field}, Filters, Options`],
		['wait', {}, 'Project ID, Options'],
		['download', {}, `Video URL, ${field}, Options`],
	])('of %s with %j has no more than what people set', (operation, more, labels) => {
		const shown = labelsOf(new Clip(), { operation, ...more });
		expect(shown).toEqual(['Credential', 'Operation', ...labels.split(', ')]);
	});

	it('asks for a code only where the language is another one', () => {
		expect(labelsOf(new Clip(), { operation: 'create', lang: 'other' })).toContain('Language Code');
	});

	it('of the trigger has one notice', () => {
		const [credential, notice, ...labels] = labelsOf(new ClipTrigger(), {});
		expect([credential, ...labels]).toEqual(['Credential', 'Event', 'Secret', 'Options']);
		// n8n's panel holds some seventy letters in a line.
		expect(notice?.length).toBeLessThanOrEqual(140);
	});

	it('of a tool has no Download Files: an agent takes no files', () => {
		expect(labelsOf(new Clip(), { operation: 'get' }, 'clipTool')).not.toContain('Download Files');
	});
});
