import type { IExecuteFunctions } from 'n8n-workflow';
import { isInsideAgent } from './host';

/**
 * A tool call with its own arguments. Where calls are prepared together or retried side by side, `$fromAI()` gives a tool the
 * arguments of another call: it looks them up by a run index that n8n counts for each call anew. The input of
 * the node has the right ones.
 *
 * @param context - the running node
 * @returns a context in which `$fromAI()` gives the call's own arguments
 */
export function withOwnArguments(context: IExecuteFunctions): IExecuteFunctions {
	if (!isInsideAgent(context)) return context;
	const own = context.getInputData()[0]?.json ?? {};
	const agree = Object.entries(own).every(([name, value]) => {
		try {
			const seen: unknown = context.evaluateExpression(`{{ $fromAI(${JSON.stringify(name)}) }}`, 0);
			return JSON.stringify(seen) === JSON.stringify(value);
		} catch {
			return false;
		}
	});
	if (agree) return context;
	return context.cloneWith({ runIndex: context.getNextRunIndex(), inputData: [[{ json: own }]] });
}
