// Loads an installed package as n8n does at its start, by each of its loaders, and prints what came out. A process of its own, because n8n puts
// its module folders on NODE_PATH, where the test runner does not look.
const { LazyPackageDirectoryLoader, PackageDirectoryLoader } = require('n8n-core');

const loaders = { eager: PackageDirectoryLoader, lazy: LazyPackageDirectoryLoader };

async function load(Loader, folder) {
	const loader = new Loader(folder);
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
	return { package: loader.packageName, nodes, credentials };
}

async function main([folder]) {
	const loaded = {};
	for (const [kind, Loader] of Object.entries(loaders)) loaded[kind] = await load(Loader, folder);
	process.stdout.write(`\n${JSON.stringify(loaded)}\n`);
}

main(process.argv.slice(2)).then(
	() => process.exit(0),
	(error) => {
		process.stderr.write(`${error.stack}\n`);
		process.exit(1);
	},
);
