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
			return 'nothing left n8n; sent again a few times, then `temporary`';
		case 'rateLimited':
			return 'nothing was created; sent again after a pause, within a limit, then `rateLimited`';
		default:
			return `\`${create}\`: nothing was created; not sent again by itself`;
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
			return 'asked again until it passes; `timedOut` at the limit of the wait';
		case 'unreadable':
			return 'asked again; `unreadable` after 5 such answers in a row';
		case 'empty':
			return 'asked again; after 5 such answers in a row ready without clips';
		default:
			return `\`${query}\`, at once`;
	}
}

/**
 * The table of the contributors' page.
 *
 * @param rows - the faults
 */
export const faultMarkdown = (rows: readonly FaultRow[]): string =>
	table(
		['Fault', 'Create: what it means, sent again?', 'Wait and Get: what happens'],
		rows.map(({ name, create, query }) => [name, onCreate(create), onQuery(query)]),
	);
