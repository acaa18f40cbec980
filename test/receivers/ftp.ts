/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { listen, shut } from '../host/ports';

/** A running FTP server. */
export interface FtpServer {
	readonly port: number;
	/** What was uploaded, by its path. */
	readonly files: ReadonlyMap<string, Buffer>;
	/** Refuses the next upload. */
	refuseNext(): void;
	close(): Promise<void>;
}

/** Starts as much of an FTP server as n8n's node needs to upload a file; anybody may log in. */
export async function startFtpServer(): Promise<FtpServer> {
	const files = new Map<string, Buffer>();
	const sockets = new Set<Socket>();
	let refusals = 0;

	/** A port of its own for one file. */
	const openData = async () => {
		const data = createServer();
		const arrived = new Promise<Buffer>((resolve, reject) => {
			data.once('connection', (socket) => {
				sockets.add(socket);
				data.close();
				buffer(socket).then(resolve, reject);
			});
		});
		// Nobody waits for a file that is refused.
		arrived.catch(() => undefined);
		return { arrived, port: await listen(data) };
	};
	const serve = (socket: Socket): void => {
		sockets.add(socket);
		let channel: Awaited<ReturnType<typeof openData>> | undefined;
		const answer = async (line: string): Promise<string> => {
			const [command = '', ...rest] = line.split(' ');
			switch (command.toUpperCase()) {
				case 'USER':
					return '331 Password?';
				case 'PASS':
					return '230 Welcome';
				case 'TYPE':
					return '200 Yes';
				case 'PASV':
					channel = await openData();
					return `227 Here (127,0,0,1,${channel.port >> 8},${channel.port & 255})`;
				case 'STOR': {
					if (refusals > 0 || channel === undefined) {
						refusals -= 1;
						return '550 No';
					}
					socket.write('150 Send it\r\n');
					files.set(rest.join(' '), await channel.arrived);
					return '226 Done';
				}
				case 'QUIT':
					return '221 Bye';
				default:
					return '502 Unknown';
			}
		};
		socket.write('220 Hello\r\n');
		socket.on('error', () => socket.destroy());
		createInterface(socket).on('line', (line) => {
			void answer(line).then((text) => socket.write(`${text}\r\n`));
		});
	};
	const server = createServer(serve);
	const port = await listen(server);
	return {
		port,
		files,
		refuseNext: () => {
			refusals = 1;
		},
		close: async () => {
			for (const socket of sockets) socket.destroy();
			await shut(server);
		},
	};
}
