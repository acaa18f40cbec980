import { isAllowedDomain } from '../../../nodes/Clip/service/credential';

it.each([
	['api.example.com', 'api.example.com', true],
	['API.example.com.', ' other.example , Api.Example.com. ', true],
	['a.b.example.com', '*.example.com', true],
	['example.com', '*.example.com', false],
	['evilexample.com', '*.example.com', false],
	['api.example.com.evil.example', 'api.example.com', false],
	['api.example.com', ' , ', false],
	['api.example.com', '*', false],
])('The API key goes to %s where the allowed domains are %j: %s', (host, list, goes) => {
	expect(isAllowedDomain(host, list)).toBe(goes);
});
