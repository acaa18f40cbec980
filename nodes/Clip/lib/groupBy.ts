/** Puts items with the same key together, in their order; the groups are in the order of their first items. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Array<[T, ...T[]]> {
	const groups = new Map<string, [T, ...T[]]>();
	for (const item of items) {
		const group = groups.get(keyOf(item));
		if (group === undefined) groups.set(keyOf(item), [item]);
		else group.push(item);
	}
	return [...groups.values()];
}
