/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a command, it never runs inside n8n */
import { FOLDER, pictureNames } from './names';
import { takeMoving } from './moving';
import { scenes } from './scenes';
import { Studio } from './studio';

const help = `npx tsx test/pictures/main.ts [NAME...]

Takes the named pictures, or all, of the editor of a real n8n, for light pages and for dark ones, and writes them to
${FOLDER}. Pictures of one scene are taken together. Look at each of them before you commit it.

The pictures: ${pictureNames().join(', ')}, and 'moving', which is the README's.
`;

async function main(names: readonly string[]): Promise<void> {
	const known = [...pictureNames(), 'moving'];
	if (names.some((name) => !known.includes(name))) return void process.stdout.write(help);
	const studio = new Studio();
	try {
		await studio.open();
		for (const scene of [...scenes, { names: ['moving'], take: takeMoving }]) {
			if (names.length > 0 && !scene.names.some((name) => names.includes(name))) continue;
			// One that fails does not keep the others from being taken.
			await scene.take(studio).catch((error: unknown) => {
				process.stderr.write(`${scene.names.join(', ')}: ${String(error)}\n`);
				process.exitCode = 1;
			});
		}
	} finally {
		await studio.close();
	}
}

main(process.argv.slice(2)).catch((error: unknown) => {
	process.stderr.write(`${String(error)}\n`);
	process.exitCode = 1;
});
