import type { FaultRow, OnCreate, OnQuery } from '../engine/faultTable';
import { table } from './markdown';

function onCreate(create: OnCreate | null, refused: boolean): string {
	if (create === null) return '';
	const { outcome } = create;
	if (outcome === 'unknownWhetherCreated') return '`unknownWhetherCreated`; never sent again';
	if (outcome !== 'accepted') return `\`${outcome}\`: nothing was created; not sent again by itself`;
	if (refused) return 'nothing left n8n; sent again a few times, then `temporary`';
	if (create.sent > 1)
		return 'nothing was created; sent again after a pause, within a limit, then `rateLimited`';
	return 'accepted';
}

function onQuery(query: OnQuery | null): string {
	if (query === null) return '';
	if (query.outcome === 'atOnce') return 'read as it is';
	if (query.outcome !== 'passes') return `\`${query.outcome}\`, at once`;
	if (query.stays === 'unreadable') return 'asked again; `unreadable` after 5 such answers in a row';
	if (query.stays === 'ready') return 'asked again; after 5 such answers in a row ready without clips';
	return 'asked again until it passes; `timedOut` at the limit of the wait';
}

/**
 * The table of the contributors' page.
 *
 * @param rows - the faults
 */
export const faultMarkdown = (rows: readonly FaultRow[]): string =>
	table(
		['Fault', 'Create: what it means, sent again?', 'Wait and Get: what happens'],
		rows.map(({ name, fault, create, query }) => [
			name,
			onCreate(create, fault === 'refused'),
			onQuery(query),
		]),
	);
