/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { film } from '../../simulator/film';

// A host in a process of its own, so that its memory is not counted: /SIZE.mp4 has so many bytes, made as they are sent.
const block = film(1024 * 1024);

const server = createServer((request, response) => {
	const size = Number(/^\/(\d+)/.exec(request.url ?? '')?.[1] ?? 0);
	response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': size, ETag: `"${size}"` });
	const send = async () => {
		for (let sent = 0; sent < size && !response.destroyed; sent += block.length) {
			if (!response.write(block.subarray(0, size - sent))) await once(response, 'drain');
		}
		response.end();
	};
	send().catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => {
	const address = server.address();
	if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`);
});
