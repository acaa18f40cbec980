import { agentCases } from './cases/toolAgent';
import { batchCases } from './cases/toolBatch';
import { mcpCases } from './cases/toolMcp';
import { ToolBed } from './toolBed';

describe('Create as a tool, on a real n8n', () => {
	const bed = new ToolBed();
	beforeAll(async () => await bed.open());
	afterAll(async () => await bed.close());

	describe.each([2.3, 3.1])('an AI Agent of version %p', (version) => {
		agentCases(bed, version);
		describe('in batches', () => batchCases(bed, version));
	});
	describe('a client of the MCP Server Trigger', () => mcpCases(bed, 'regular'));
});
