// `npm start`: looks at the Node that runs this before anything loads that an old one could not read.
const { complaintAboutNode } = require('./nodeVersion.cjs');

const complaint = complaintAboutNode(process.version);
if (complaint === undefined) {
	// Before tsx takes over `require`: it cannot load one of the modules behind this S3 server.
	require('s3rver');
	require('tsx/cjs');
	require('./start.ts');
} else {
	process.stderr.write(complaint + '\n');
	process.exitCode = 1;
}
