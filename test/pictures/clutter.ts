const byId = (...ids: string[]): string[] => ids.map((id) => `[data-test-id="${id}"]`);

/** What floats over the canvas of the editor. */
export const CONTROLS = byId(
	'canvas-controls',
	'zoom-to-fit',
	'zoom-in-button',
	'zoom-out-button',
	'tidy-up-button',
	'execute-workflow-button',
	'workflow-chat-button',
	'node-creator-plus-button',
	'command-bar-button',
	'add-sticky-button',
	'toggle-focus-panel-button',
	'instance-ai-canvas-action-button',
);

/** The tabs between the editor and its executions, half of which would be cut off. */
export const TABS = [
	':has([data-test-id="radio-button-executions"]):not(:has([data-test-id="canvas-wrapper"]))',
];

/** The nodes before and behind, at the sides of a panel. */
export const NEIGHBOURS = byId('floating-node');
