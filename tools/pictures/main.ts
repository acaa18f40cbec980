/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a command, it never runs inside n8n */
import { moving } from './moving';
import { scenes } from './scenes';
import { Studio } from './studio';

const known = scenes.flatMap(([pictures]) => pictures);

const help = `npx tsx tools/pictures/main.ts [NAME...]

Takes the named pictures, or all, of the editor of a real n8n, for light pages and for dark ones, and writes them to
docs/pictures. Pictures of one scene are taken together. Look at each of them before you commit it.

The pictures: ${known.join(', ')}, and 'moving', which is the README's.
`;

async function main(names: readonly string[]): Promise<void> {
	if (names.some((name) => name !== 'moving' && !known.includes(name))) {
		return void process.stdout.write(help);
	}
	const studio = new Studio();
	try {
		await studio.open();
		for (const [pictures, scene] of [...scenes, [['moving'], moving] as const]) {
			if (names.length > 0 && !pictures.some((name) => names.includes(name))) continue;
			process.stdout.write(`${pictures.join(', ')}\n`);
			const editor = await studio.editor();
			await scene(studio, editor);
			await editor.close();
		}
	} finally {
		await studio.close();
	}
}

main(process.argv.slice(2)).catch((error: unknown) => {
	process.stderr.write(`${String(error)}\n`);
	process.exitCode = 1;
});
