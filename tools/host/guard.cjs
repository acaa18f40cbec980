/**
 * Loaded first into every process that is started here. When the process that started it is gone, even by SIGKILL,
 * it ends itself and its children, so that nothing is left running. Plain JavaScript: it is loaded by Node itself.
 */
const started = process.ppid;

const isOrphan = () => {
	try {
		// A dead parent may still be in the list of processes.
		return process.ppid !== started || !process.kill(started, 0);
	} catch (error) {
		return error.code === 'ESRCH';
	}
};

const endGroup = () => {
	try {
		process.kill(-process.pid, 'SIGKILL');
	} catch {
		process.exit(1);
	}
};

const watch = setInterval(() => {
	if (!isOrphan()) return;
	clearInterval(watch);
	setTimeout(endGroup, 5000);
	process.kill(process.pid, 'SIGTERM');
}, 1000);
watch.unref();
