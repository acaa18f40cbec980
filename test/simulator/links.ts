import { createHmac, randomBytes } from 'node:crypto';

/** Signs links to files and checks them, with a secret of its own. */
export class SignedLinks {
	private readonly secret = randomBytes(32);

	/** The query string of a link to this path; never the same twice. `expires` is in epoch seconds. */
	sign(path: string, expires: number): string {
		const salt = randomBytes(6).toString('hex');
		return `Expires=${expires}&Signature=${salt}${this.mac(path, `${expires}`, salt)}`;
	}

	/** Whether this query string was signed for this path and is not over at `now` (epoch milliseconds). */
	check(path: string, query: URLSearchParams, now: number): 'valid' | 'expired' | 'forged' {
		const expires = query.get('Expires') ?? '';
		const signature = query.get('Signature') ?? '';
		const salt = signature.slice(0, 12);
		if (signature !== `${salt}${this.mac(path, expires, salt)}`) return 'forged';
		return now < Number(expires) * 1000 ? 'valid' : 'expired';
	}

	private mac(path: string, expires: string, salt: string): string {
		return createHmac('sha256', this.secret).update([path, expires, salt].join('\n')).digest('hex');
	}
}
