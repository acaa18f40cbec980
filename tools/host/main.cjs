// `npm start`: looks at the Node that runs this before anything loads that an old one could not read. n8n gets a Node of its own,
// but the code that installs it needs a recent one, too.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major > 20 || (major === 20 && minor >= 19)) {
	require('tsx/cjs');
	require('./start');
} else {
	process.stderr.write(
		`This is Node ${process.version}, but 20.19 or newer is needed. Install a current Node from https://nodejs.org and start again.\n`,
	);
	process.exitCode = 1;
}
