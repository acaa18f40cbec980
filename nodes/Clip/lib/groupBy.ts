/**
 * Items with the same key together, in the order in which they came; groups in the order of their first items.
 *
 * @param keyOf - says which belong together
 */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Array<[T, ...T[]]> {
	const groups = new Map<string, [T, ...T[]]>();
	for (const item of items) {
		const group = groups.get(keyOf(item));
		if (group === undefined) groups.set(keyOf(item), [item]);
		else group.push(item);
	}
	return [...groups.values()];
}
