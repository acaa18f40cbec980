import { markers, nothingMatches } from './markers';
import { templates } from './templates';

const column = (rows: ReadonlyArray<readonly [string, string]>) => {
	const width = Math.max(...rows.map(([left]) => left.length));
	return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
};

const options = column([
	['--port N', 'port on 127.0.0.1 (4010; 0 takes any free one)'],
	['--api-key TEXT', 'the only key that is accepted (sim-key)'],
	['--header-name NAME', 'header that carries the key (SERVICEAI_API_KEY)'],
	['--base-path PATH', 'first path segment of the service (/service)'],
	['--processing-seconds N', 'time until the clips of a project are ready (20)'],
	['--speed N', 'divides the processing time (1)'],
	['--link-seconds N', 'life of the signed links to the files (86400)'],
	['--webhook-url URL', 'webhook of the workspace, called once per project when it is ready (none)'],
	['--webhook-delay-seconds N', 'from ready to webhook; --webhook-delay-seconds=-5 calls before ready (0)'],
	['--per-minute N', 'projects that may be created in a minute (3)'],
	['--per-hour N', 'projects that may be created in an hour (20)'],
	['--no-limits', 'any number of projects'],
	['--auth-style STYLE', 'a wrong key gives: code = HTTP 200 with code 4001, http = HTTP 401 (code)'],
	['--id-style STYLE', 'ids are: number, string, or big = integers above 2^53 (number)'],
	['--shape SHAPE', 'current, or older = scores as numbers, topics as arrays (current)'],
	['--list-source', 'list the uploaded source beside the clips'],
	['--quiet', 'no line per request'],
	['--help', 'this text'],
]);

const endpoints = column([
	['POST {base}/open-api/v1/project/create', 'submit a video (API key)'],
	['GET  {base}/open-api/v1/project/query/{projectId}', 'retrieve a project (API key)'],
	['GET  /media/...', 'a file behind a signed link (no API key)'],
	['GET  /', 'web page with the projects'],
	['GET  /projects', 'the same as JSON'],
	['POST /control/settings', 'JSON with processingSeconds, speed, linkSeconds, webhookUrl, ...'],
	['POST /control/faults', 'one fault or a list, e.g. {"on":"query","fault":{"kind":"reset"}}'],
	['DELETE /control/faults', 'forget the faults that are left'],
	['POST /control/projects/{projectId}/finish', 'make a project ready at once'],
	['POST /control/projects/{projectId}/deliver', 'send its webhook (again)'],
	['GET  /control/ledger', 'every submission that came in'],
	['GET  /control/requests', 'every request'],
	['GET  /control/deliveries', 'every webhook call'],
]);

const faults = column([
	['{"kind":"status","status":502,"body":"...","headers":{}}', 'another HTTP status'],
	['{"kind":"body","body":"...","contentType":"text/html"}', 'HTTP 200 with another body'],
	['{"kind":"bytes","base64":"//4="}', 'HTTP 200 with another body that is no text'],
	['{"kind":"code","code":4003,"errMsg":"...","status":200}', 'a code, with HTTP 200 or another status'],
	['{"kind":"reset"}', 'the connection is reset'],
	['{"kind":"cut","afterBytes":20}', 'the answer breaks off'],
	['{"kind":"delay","seconds":5}', 'the answer comes late'],
	['{"kind":"hang"}', 'no answer at all'],
	[
		'{"kind":"drip","bytes":1,"seconds":2,"then":"end"}',
		'the answer comes in drops; "silence": and no end, "forever": and spaces without end',
	],
	[
		'{"kind":"endless","megabytes":1000}',
		'a body without end, as fast as it is read; breaks off at that size',
	],
	['{"kind":"big","megabytes":60}', 'the answer, padded to that size'],
]);

/** The text of `npm run simulator -- --help`. */
export const help = `The video clipping service as a local server, for tests and for trying things out.

Usage: npm run simulator -- [options]

${options}

What only the service can judge is steered by a word in videoUrl, as a path segment or in the query
(https://films.example/sim-slow/talk.mp4, https://www.youtube.com/watch?v=abc&sim-live):

${column(markers.map(({ word, meaning, refusal }) => [word, refusal ? `${meaning} (${refusal.code})` : meaning]))}

The word ${nothingMatches} in keywords makes a project ready without clips.
Templates: ${templates.map(({ templateId, name }) => `${templateId} (${name})`).join(', ')}.

Endpoints ({base} is the base URL; the others are below the host, and need no key):

${endpoints}

Faults: {"on": "create" | "query" | "media" | "webhook", "times": 1, "phase": "before" | "after" (create only:
"after" creates the project and spoils the answer), "match": {"projectId", "videoUrlIncludes"}, "fault": one of}

${faults}

Example:

  curl http://127.0.0.1:4010/service/open-api/v1/project/create -H 'SERVICEAI_API_KEY: sim-key' \\
    -H 'Content-Type: application/json' \\
    -d '{"videoUrl":"https://films.example/talk.mp4","videoType":1,"ext":"mp4","preferLength":[0],"lang":"auto"}'
`;
