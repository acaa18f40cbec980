import { readAnswer } from '../../../nodes/Clip/service/rules/answer';
import type { Endpoint } from '../../../nodes/Clip/service/rules/failureKind';
import { readRedirect } from '../../../nodes/Clip/service/rules/network';

describe('A redirect', () => {
	const CALLED = 'https://api.example.com/service/open-api/v1/project/create';
	const redirected = (call: Endpoint, status: number, location?: string) =>
		readAnswer(
			call,
			{ httpStatus: status, text: '', redirect: readRedirect(CALLED, location) },
			{ askedFor: call === 'query' ? '7' : undefined },
		);

	it.each([
		['https://eu.example.com/service/open-api/v1/project/create', 'https://eu.example.com/service'],
		[
			'//www.api.example.com:8443/service/open-api/v1/project/create?t=S#x',
			'https://www.api.example.com:8443/service',
		],
		['http://me:word@api.example.com/service/open-api/v1/project/create', 'http://api.example.com/service'],
	])(
		'of a submission to the same path elsewhere is about the address, and names what to enter: %s',
		(location, address) => {
			for (const status of [301, 302, 307, 308])
				expect(redirected('create', status, location)).toMatchObject({
					kind: 'invalidRequest',
					mayHaveCreated: false,
					address,
				});
			expect(redirected('create', 303, location)).toMatchObject({ kind: 'unreadable', mayHaveCreated: true });
		},
	);

	it.each([
		undefined,
		'',
		'http://',
		'/login',
		'/service/open-api/v1/project/55501',
		CALLED,
		`${CALLED}/`,
		'https://sso.example.com/?to=create',
	])(
		'of a submission to another place may show what was created, unless it says that the address has moved: %s',
		(location) => {
			for (const status of [302, 303])
				expect(redirected('create', status, location)).toMatchObject({
					kind: 'unreadable',
					mayHaveCreated: true,
				});
			for (const status of [301, 307, 308])
				expect(redirected('create', status, location)).toMatchObject({
					kind: 'invalidRequest',
					mayHaveCreated: false,
				});
		},
	);

	it('to a page of another server names nothing to enter: the key would go there', () => {
		for (const location of ['https://sso.example.com/', 'https://sso.example.com/login?to=/open-api/v1'])
			expect(redirected('query', 302, location)).toMatchObject({ kind: 'invalidRequest', address: null });
	});

	it('to the same address, or to none, names nothing to enter', () => {
		expect(readRedirect(CALLED, `${CALLED}/`)).toEqual({ base: null, isSamePath: false });
		expect(readRedirect(CALLED, undefined)).toBeNull();
	});

	it('to another path of the interface names what to enter, too', () => {
		const moved = '/v2/open-api/v1/project/query/7';
		expect(redirected('query', 308, moved)).toMatchObject({ address: 'https://api.example.com/v2' });
		expect(redirected('query', 302, '/login')).toMatchObject({ kind: 'invalidRequest', address: null });
	});
});
