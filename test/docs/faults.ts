import type { FaultRow, OnCreate, OnQuery } from '../engine/faultTable';
import { table } from './markdown';

const UNTIL_IT_PASSES = 'retried until it passes; `timedOut` at the end of **Max Wait**';

/** What has no code of the service is said by a server in front of it. */
const IN_FRONT = '; once the service has answered in this wait, after 5 such answers in a row';

const ON_CREATE: Partial<Record<OnCreate, string>> = {
	accepted: 'accepted',
	unknownWhetherCreated: '`unknownWhetherCreated`; never sent again',
	temporary: 'nothing was sent; retried a few times, then `temporary`',
	rateLimited: 'nothing was created; retried after a pause, within a limit, then `rateLimited`',
};

const ON_QUERY: Partial<Record<OnQuery, string>> = {
	read: 'read as it is',
	temporary: UNTIL_IT_PASSES,
	rateLimited: UNTIL_IT_PASSES,
	unreadable: 'retried; `unreadable` after 5 such answers in a row',
	empty: 'retried; after 5 such answers in a row, ready without clips',
};

/** The table of faults, for contributors. */
export const faultMarkdown = (rows: readonly FaultRow[]): string =>
	table(
		['Fault', 'Create: what it means, sent again?', 'Wait and Get: what happens'],
		rows.map(({ name, create, query, code }) => [
			name,
			create === null ? '' : (ON_CREATE[create] ?? `\`${create}\`: nothing was created; not retried`),
			query === null ? '' : (ON_QUERY[query] ?? `\`${query}\`, at once${code === undefined ? IN_FRONT : ''}`),
		]),
	);
