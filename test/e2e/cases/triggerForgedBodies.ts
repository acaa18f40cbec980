/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { gzipSync } from 'node:zlib';
import type { Call } from './triggerCalls';
import { evilClip, type Forged, ids, json, texts } from './triggerForgedCallers';

const utf8 = (text: string) => new TextEncoder().encode(text);
const typed = (...types: string[]): Call[] =>
	types.map((type) => ({
		headers: { 'content-type': type },
		body: '{"code":2000,"projectId":"forged-type"}',
	}));

const megabyte = 1024 * 1024;
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Kinds of calls that are in another shape than the service's. */
export const forgedBodies: Forged[] = [
	{
		kind: '1 MB of nested JSON',
		status: 400,
		runs: false,
		calls: texts(nested(megabyte / 2), `{"projectId":${nested(megabyte / 2)}}`),
	},
	{
		kind: '1 MB of nested JSON beside an id',
		status: 200,
		runs: true,
		calls: texts(
			`{"projectId":"forged-deep","videos":${nested(megabyte / 2)}}`,
			`{"projectId":"forged-deep","a":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}}`,
		),
	},
	{
		kind: 'wrong types of the id',
		status: 400,
		runs: false,
		calls: ids(null, true, false, 1.5, {}, { id: 1 }, [], [1], '', ' '),
	},
	{
		kind: 'wrong types beside an id',
		status: 200,
		runs: true,
		calls: json(
			{ code: {}, projectId: 'forged-types', videos: 7 },
			{ code: [2000], projectId: 'forged-types', videos: { length: 9 } },
			{ code: null, projectId: 'forged-types', videos: [null, 1, 'x', [], {}], shareLink: [] },
		),
	},
	{
		kind: 'prototype keys',
		status: 400,
		runs: false,
		calls: texts(
			'{"__proto__":{"projectId":"forged-proto"}}',
			'{"constructor":{"prototype":{"projectId":"forged-proto"}}}',
			'{"projectId":"__proto__/x"}',
			'{"projectId":{"toString":"forged-proto"}}',
		),
	},
	{
		kind: 'prototype keys beside an id',
		status: 200,
		runs: true,
		calls: texts(
			'{"projectId":"forged-proto","__proto__":{"verify":false,"polluted":1}}',
			'{"projectId":"__proto__"}',
			'{"projectId":"constructor"}',
		),
	},
	{
		kind: 'not JSON',
		status: 422,
		runs: false,
		calls: texts('{', 'projectId=1', '<a/>', '{"projectId":1}}', "{'projectId':1}", 'NaN'),
	},
	{
		kind: 'JSON, but no object',
		status: 400,
		runs: false,
		calls: texts('[]', '[{"projectId":"forged-list"}]', '{}'),
	},
	{ kind: 'nothing', status: 400, runs: false, calls: [...texts(''), {}] },
	{
		kind: 'code 2000 without an id',
		status: 400,
		runs: false,
		calls: json(
			{ code: 2000 },
			{ code: 2000, videos: [evilClip] },
			{ code: 2000, ProjectId: 1 },
			{ data: { projectId: 1 } },
		),
	},
	{
		kind: 'the id twice, the last one bad',
		status: 400,
		runs: false,
		calls: texts('{"projectId":"forged-twice","projectId":"../x"}'),
	},
	{ kind: 'huge id', status: 400, runs: false, calls: ids('9'.repeat(129), '9'.repeat(megabyte)) },
	{
		kind: 'huge number as id',
		status: 400,
		runs: false,
		calls: texts('{"projectId":1e400}', `{"projectId":${'9'.repeat(200)}}`),
	},
	{
		kind: 'Unicode in the id',
		status: 400,
		runs: false,
		calls: ids('①', 'ｐ１', '1\u202e2', '🎬', '1\u200b', 'é'),
	},
	{ kind: 'null bytes in the id', status: 400, runs: false, calls: ids('1\u0000', '\u0000', '1\u0000/../x') },
	{
		kind: 'null bytes in the body',
		status: 422,
		runs: false,
		calls: texts('{"projectId":"1\u0000"}', '\u0000\u0000'),
	},
	{
		kind: 'byte order mark',
		status: 200,
		runs: true,
		calls: [{ body: utf8('\ufeff{"projectId":"forged-mark"}') }],
	},
	{
		kind: 'other content types',
		status: 200,
		runs: true,
		calls: typed(
			'text/plain',
			'application/octet-stream',
			'application/json; charset=latin1',
			'application/vnd.api+json',
			'text/html',
		),
	},
	{
		kind: 'another encoding',
		status: 422,
		runs: false,
		calls: typed('application/json; charset=utf-16'),
	},
	{
		kind: 'no content type',
		status: 200,
		runs: true,
		calls: [{ headers: {}, body: utf8('{"projectId":"forged-type"}') }],
	},
	{
		kind: 'forms',
		status: 400,
		runs: false,
		calls: [
			{ headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'projectId=1&code=2000' },
			{
				headers: { 'content-type': 'multipart/form-data; boundary=b' },
				body: '--b\r\nContent-Disposition: form-data; name="projectId"\r\n\r\n1\r\n--b--\r\n',
			},
			{ headers: { 'content-type': 'application/xml' }, body: '<projectId>1</projectId>' },
		],
	},
	{
		kind: 'compressed',
		status: 200,
		runs: true,
		calls: [
			{
				headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
				body: gzipSync('{"projectId":"forged-gzip"}'),
			},
		],
	},
	{
		kind: 'other methods',
		status: 404,
		runs: false,
		calls: ['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD'].map((method) => ({ method, headers: {} })),
	},
	{
		kind: 'more than 16 MB',
		status: 500,
		runs: false,
		calls: texts(`{"projectId":"forged-big","x":"${'x'.repeat(17 * megabyte)}"}`),
	},
];
