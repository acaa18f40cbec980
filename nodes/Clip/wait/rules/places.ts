/** Takes a place, for somebody who gives it back; null when there is none. */
type Places = (account: string) => (() => void) | null;

/**
 * A bounded number of places that is shared fairly: whoever takes all of them, because his service does not answer, leaves some to
 * each other one.
 *
 * @param inAll - how many there are
 * @param each - how many an account has in any case
 */
export function sharedPlaces(inAll: number, each: number): Places {
	const taken = new Map<string, number>();
	return (account) => {
		const mine = taken.get(account) ?? 0;
		const all = [...taken.values()].reduce((sum, count) => sum + count, 0);
		if (mine >= inAll || (mine >= each && all >= inAll)) return null;
		taken.set(account, mine + 1);
		return () => {
			const left = (taken.get(account) ?? 1) - 1;
			if (left > 0) taken.set(account, left);
			else taken.delete(account);
		};
	};
}
