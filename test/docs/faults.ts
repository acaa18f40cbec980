import type { FaultRow, OnCreate, OnQuery } from '../engine/faultTable';
import { table } from './markdown';

function onCreate(create: OnCreate | null): string {
	switch (create) {
		case null:
			return '';
		case 'accepted':
			return 'accepted';
		case 'unknownWhetherCreated':
			return '`unknownWhetherCreated`; never sent again';
		case 'temporary':
			return 'nothing was sent; retried a few times, then `temporary`';
		case 'rateLimited':
			return 'nothing was created; retried after a pause, within a limit, then `rateLimited`';
		default:
			return `\`${create}\`: nothing was created; not retried`;
	}
}

function onQuery(query: OnQuery | null): string {
	switch (query) {
		case null:
			return '';
		case 'read':
			return 'read as it is';
		case 'temporary':
		case 'rateLimited':
			return 'retried until it passes; `timedOut` at the end of **Max Wait**';
		case 'unreadable':
			return 'retried; `unreadable` after 5 such answers in a row';
		case 'empty':
			return 'retried; after 5 such answers in a row, ready without clips';
		default:
			return `\`${query}\`, at once`;
	}
}

/**
 * The table of faults for contributors.
 *
 * @param rows - the faults
 */
export const faultMarkdown = (rows: readonly FaultRow[]): string =>
	table(
		['Fault', 'Create: what it means, sent again?', 'Wait and Get: what happens'],
		rows.map(({ name, create, query }) => [name, onCreate(create), onQuery(query)]),
	);
