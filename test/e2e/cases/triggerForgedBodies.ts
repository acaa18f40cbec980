/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { gzipSync } from 'node:zlib';
import type { Call } from './triggerCalls';
import { evilClip, type Forged, ids, json, refused, taken, texts } from './triggerForgedCallers';

const utf8 = (text: string) => new TextEncoder().encode(text);
const typed = (...types: string[]): Call[] =>
	types.map((type) => ({
		headers: { 'content-type': type },
		body: '{"code":2000,"projectId":"forged-type"}',
	}));

const megabyte = 1024 * 1024;
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const wide = `[${'[],'.repeat(100_000)}[]]`;

/** Kinds of calls that are in another shape than the service's. */
export const forgedBodies: Forged[] = [
	refused(400, '1 MB of nested JSON', texts(nested(megabyte / 2), `{"projectId":${nested(megabyte / 2)}}`)),
	taken(
		'1 MB of nested JSON beside an id',
		texts(
			`{"projectId":"forged-deep","videos":${nested(megabyte / 2)}}`,
			`{"projectId":"forged-deep","a":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}}`,
		),
	),
	refused(400, 'wrong types of the id', ids(null, true, false, 1.5, {}, { id: 1 }, [], [1], '', ' ')),
	taken(
		'wrong types beside an id',
		json(
			{ code: {}, projectId: 'forged-types', videos: 7 },
			{ code: [2000], projectId: 'forged-types', videos: { length: 9 } },
			{ code: null, projectId: 'forged-types', videos: [null, 1, 'x', [], {}], shareLink: [] },
		),
	),
	refused(
		400,
		'prototype keys',
		texts(
			'{"__proto__":{"projectId":"forged-proto"}}',
			'{"constructor":{"prototype":{"projectId":"forged-proto"}}}',
			'{"projectId":"__proto__/x"}',
			'{"projectId":{"toString":"forged-proto"}}',
		),
	),
	taken(
		'prototype keys beside an id',
		texts(
			'{"projectId":"forged-proto","__proto__":{"verify":false,"polluted":1}}',
			'{"projectId":"__proto__"}',
			'{"projectId":"constructor"}',
		),
	),
	refused(422, 'not JSON', texts('{', 'projectId=1', '<a/>', '{"projectId":1}}', "{'projectId':1}", 'NaN')),
	refused(400, 'JSON, but no object', texts('[]', '[{"projectId":"forged-list"}]', '{}')),
	refused(400, 'nothing', [...texts(''), {}]),
	refused(
		400,
		'code 2000 without an id',
		json(
			{ code: 2000 },
			{ code: 2000, videos: [evilClip] },
			{ code: 2000, ProjectId: 1 },
			{ data: { projectId: 1 } },
		),
	),
	refused(400, 'the id twice, the last one bad', texts('{"projectId":"forged-twice","projectId":"../x"}')),
	refused(400, 'huge id', ids('9'.repeat(129), '9'.repeat(megabyte))),
	refused(400, 'huge number as id', texts('{"projectId":1e400}', `{"projectId":${'9'.repeat(200)}}`)),
	refused(400, 'Unicode in the id', ids('①', 'ｐ１', '1\u202e2', '🎬', '1\u200b', 'é')),
	refused(400, 'null bytes in the id', ids('1\u0000', '\u0000', '1\u0000/../x')),
	refused(422, 'null bytes in the body', texts('{"projectId":"1\u0000"}', '\u0000\u0000')),
	taken('byte order mark', [{ body: utf8('\ufeff{"projectId":"forged-mark"}') }]),
	taken(
		'other content types',
		typed(
			'text/plain',
			'application/octet-stream',
			'application/json; charset=latin1',
			'application/vnd.api+json',
			'text/html',
		),
	),
	refused(422, 'another encoding', typed('application/json; charset=utf-16')),
	taken('no content type', [{ headers: {}, body: utf8('{"projectId":"forged-type"}') }]),
	refused(400, 'forms', [
		{ headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'projectId=1&code=2000' },
		{
			headers: { 'content-type': 'multipart/form-data; boundary=b' },
			body: '--b\r\nContent-Disposition: form-data; name="projectId"\r\n\r\n1\r\n--b--\r\n',
		},
		{ headers: { 'content-type': 'application/xml' }, body: '<projectId>1</projectId>' },
	]),
	taken('compressed', [
		{
			headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
			body: gzipSync('{"projectId":"forged-gzip"}'),
		},
	]),
	refused(
		404,
		'other methods',
		['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD'].map((method) => ({ method, headers: {} })),
	),
	refused(413, 'more than 4 MB', texts(`{"projectId":"forged-big","x":"${'x'.repeat(5 * megabyte)}"}`)),
	taken(
		'more than a project has',
		texts(
			`{"code":2000,"projectId":"forged-many","videos":[${'{},'.repeat(500_000)}{}]}`,
			`{"code":2000,"projectId":"forged-many","videos":[],"x":${wide}}`,
		),
	),
	refused(400, 'a line for the log in the id', ids('1\n2026-01-01 | error | forged', '1\r\u001b[2K')),
	refused(500, 'more than 16 MB', texts(`{"projectId":"forged-big","x":"${'x'.repeat(17 * megabyte)}"}`)),
];
