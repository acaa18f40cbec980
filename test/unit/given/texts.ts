import { explain, explainHindrance } from '../../../nodes/Clip/service/rules/advice';
import type { Call } from '../../../nodes/Clip/service/rules/answer';
import type { Hindrance } from '../../../nodes/Clip/service/rules/network';
import { failureOf, read } from './answers';

/*
 * What people read, from where it is written: tests pin no sentence, so that one can be reworded. The words themselves stand in the
 * snapshot of test/unit/package/money.test.ts, for a person to review.
 */

/** What is said of a refusal with a code of the service. */
export const told = (call: Call, code: number) => explain(call, failureOf(read(call, { code })));

/** What is said of the money where a submission has cost nothing. */
export const NOTHING_CHARGED = told('create', 4001).meaning;
/** What is said where a question has failed, of a project that goes on; and of a wrong key. */
export { NOT_LOST } from '../../../nodes/Clip/service/rules/advice';
export const { title: WRONG_KEY } = told('query', 4001);

/** What is said of what stands in the way of calls to the service. */
export function hinderedBy(hindrance: Hindrance): { title: string; todo: string } {
	const { title = '', todo = '' } = explainHindrance(hindrance, 'the service', 'Base URL');
	return { title, todo };
}
