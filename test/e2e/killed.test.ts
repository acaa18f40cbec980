import { logFileOf } from '../host/paths';
import { Bed } from './bed';
import { killedCases } from './cases/durableKilled';

// On an n8n of its own, beside those that are left alone: between the kills it waits for minutes, as they do.
describe('a parked wait on a real n8n that is killed', () => {
	const bed = new Bed({
		logFile: logFileOf('n8n-killed'),
		// What docs/waiting.md advises where many executions wait; the others that are killed go without it.
		env: { N8N_LOG_LEVEL: 'debug', N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
	});
	// Slow videos take ten times as long: more than the longest pause before the first question.
	beforeAll(async () => await bed.open({ processingSeconds: 12 }));
	afterAll(async () => await bed.close());

	killedCases(bed);
});
