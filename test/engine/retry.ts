import { parse, stringify } from 'flatted';
import type { IRunExecutionData } from 'n8n-workflow';
import { z } from 'zod/v3';

/** What n8n's Retry makes of what it has stored (ExecutionService.retry). */
export function forRetry(stored: IRunExecutionData): IRunExecutionData {
	const data = z.custom<IRunExecutionData>().parse(parse(stringify(stored)));
	const runs = data.resultData.runData[data.resultData.lastNodeExecuted ?? ''];
	delete data.resultData.error;
	if (runs?.at(-1)?.error !== undefined) runs.pop();
	return data;
}
