import { mcpCases } from './cases/toolMcp';
import { QueueBed } from './queueBed';

describe('Create as a tool, on an n8n in queue mode', () => {
	const bed = new QueueBed({
		workers: [{ concurrency: 5 }, { concurrency: 5 }],
		webhookProcess: true,
		logName: 'n8n-queue-tools',
	});
	beforeAll(async () => await bed.open({}));
	afterAll(async () => await bed.close());

	describe('a client of the MCP Server Trigger', () => mcpCases(bed, 'queue'));
});
