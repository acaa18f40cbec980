/**
 * What is wrong with this Node, if anything. Plain JavaScript that even an old Node can read, because n8n gets a Node
 * of its own, but the code that installs it needs a recent one too.
 *
 * @param {string} version as `process.version` gives it
 * @returns {string | undefined} a sentence for a person
 */
exports.complaintAboutNode = function complaintAboutNode(version) {
	const parts = version.replace(/^v/, '').split('.').map(Number);
	if (parts[0] > 20 || (parts[0] === 20 && parts[1] >= 19)) return undefined;
	return (
		'This is Node ' +
		version +
		', but 20.19 or newer is needed. Install a current Node from https://nodejs.org and start again.'
	);
};
