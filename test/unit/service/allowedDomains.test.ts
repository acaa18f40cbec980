import { isAllowedDomain } from '../../../nodes/Clip/service/credential';

describe('the allowed domains of a credential', () => {
	it.each([
		['api.example.com', 'api.example.com'],
		['API.example.com.', ' other.example , Api.Example.com. '],
		['a.example.com', '*.example.com'],
		['a.b.example.com', '*.example.com'],
	])('let %s pass for %s', (host, list) => expect(isAllowedDomain(host, list)).toBe(true));

	it.each([
		['example.com', '*.example.com'],
		['evilexample.com', '*.example.com'],
		['api.example.com.evil.example', 'api.example.com'],
		['api.example.com', ''],
		['api.example.com', ' , '],
		['api.example.com', '*'],
	])('stop %s for %s', (host, list) => expect(isAllowedDomain(host, list)).toBe(false));
});
