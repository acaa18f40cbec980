import { typePrefix } from '../../tools/host';
import { credentialCases } from './cases/credential';
import { clipFileCases } from './cases/clipFiles';
import { evaluationCases } from './cases/evaluations';
import { exampleCases } from './cases/examples';
import { importingCases } from './cases/importing';
import { approvalCases } from './cases/recipeApproval';
import { chatCases } from './cases/recipeChat';
import { errorCases } from './cases/recipeErrors';
import { formCases } from './cases/recipeForm';
import { oneVideoCases } from './cases/recipePosts';
import { secrecyCases } from './cases/secrecy';
import { mcpCases } from './cases/toolMcp';
import { ownAgentCases } from './cases/toolOwnAgents';
import { agentCases } from './cases/tools';
import { transferCases } from './cases/transfers';
import { triggerCases } from './cases/trigger';
import { RecipeBed } from '../../tools/beds/recipeBed';

// One n8n for all: its start takes longer than most cases.
describe('on a real n8n', () => {
	// It asks for files of the editor.
	const bed = new RecipeBed({}, true);
	beforeAll(async () => await bed.open());
	afterAll(async () => await bed.close());

	it('the nodes are loaded from the tarball under the names that stored workflows use', async () => {
		const ours = [...(await bed.client.nodeTypes()).values()].filter(({ name }) =>
			name.startsWith(typePrefix),
		);
		expect(Object.fromEntries(ours.map(({ name, displayName }) => [name, displayName]))).toEqual({
			'n8n-nodes-video-clipping.clip': 'Clip',
			'n8n-nodes-video-clipping.clipTool': 'Clip Tool',
			'n8n-nodes-video-clipping.clipTrigger': 'Clip Trigger',
		});
	});

	// In an n8n in which nothing else goes on.
	describe('the credential test', () => credentialCases(bed));
	describe('the import of npm start', () => importingCases(bed));

	describe('while examples are paused for a minute, as they are for users,', () => {
		const starts: Array<() => Promise<void>> = [];
		beforeAll(async () => {
			for (const start of starts) await start();
		});

		describe('an AI Agent', () => agentCases(bed));
		describe('an evaluation', () => evaluationCases(bed));
		describe("n8n's own Agents", () => ownAgentCases(bed));
		describe('the MCP Server Trigger', () => mcpCases(bed));
		describe('a call of Clip Trigger', () => void starts.push(triggerCases(bed)));
		describe('where n8n keeps files on its disk', () => clipFileCases(bed, /^filesystem-v2:/));
		describe('the recipe with an AI agent', () => chatCases(bed));
		describe('an example without other services', () => void starts.push(exampleCases(bed)));
		describe('the recipe with a form', () => void starts.push(formCases(bed)));
		describe('the recipe that reports', () => void starts.push(errorCases(bed)));
		describe('the recipe from a link to a platform', () => void starts.push(oneVideoCases(bed)));
		describe('the recipe that asks a person', () => approvalCases(bed));
	});

	describe('A file', () => transferCases(bed));
	// Last: it searches through what all others left behind.
	describe('the API key', () => secrecyCases(bed));
});
