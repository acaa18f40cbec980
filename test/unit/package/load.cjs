// Loads an installed package as n8n does at its start, and prints what came out. A process of its own, because n8n puts
// its module folders on NODE_PATH, where the test runner does not look.
const { LazyPackageDirectoryLoader, PackageDirectoryLoader } = require('n8n-core');

const loaders = { eager: PackageDirectoryLoader, lazy: LazyPackageDirectoryLoader };

async function main([kind, folder]) {
	const loader = new loaders[kind](folder);
	await loader.loadAll();
	const nodes = loader.types.nodes.map(
		({ name, displayName, version, iconUrl, codex, credentials = [] }) => ({
			name,
			displayName,
			version,
			icons: iconUrl,
			codex,
			credentials: credentials.map((credential) => credential.name),
		}),
	);
	const credentials = loader.types.credentials.map(({ name, iconUrl, supportedNodes }) => ({
		name,
		icons: iconUrl,
		supportedNodes,
	}));
	process.stdout.write(`\n${JSON.stringify({ package: loader.packageName, nodes, credentials })}\n`);
}

main(process.argv.slice(2)).then(
	() => process.exit(0),
	(error) => {
		process.stderr.write(`${error.stack}\n`);
		process.exit(1);
	},
);
