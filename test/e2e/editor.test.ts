import { clickCases } from './cases/editorClicks';
import { errorCases } from './cases/editorErrors';
import { exampleEditorCases } from './cases/editorExamples';
import { findingCases } from './cases/editorFinding';
import { firstRunCases } from './cases/editorFirstRun';
import { panelCases } from './cases/editorPanels';
import { toolCases } from './cases/editorTool';
import { triggerEditorCases } from './cases/editorTrigger';
import { waitingCases } from './cases/editorWaiting';
import { EditorBed } from './editor/editorBed';

describe('in the editor of a real n8n', () => {
	const bed = new EditorBed();
	beforeAll(async () => await bed.open());
	afterAll(async () => await bed.close());

	// Its clips come a minute later at least: n8n looks for what waits once a minute.
	const firstRun = firstRunCases(bed);
	const clicks = clickCases(bed);
	describe('a new user', () => firstRun.begin());
	describe('three nodes', () => clicks.begin());
	describe('the nodes', () => findingCases(bed));
	describe('the panels', () => panelCases(bed));
	describe('the trigger', () => triggerEditorCases(bed));
	describe('a parked execution', () => waitingCases(bed));
	describe('an error', () => errorCases(bed));
	describe('the tool', () => toolCases(bed));
	describe('the example', () => exampleEditorCases(bed));
	describe('a new user, later', () => firstRun.end());
	describe('three nodes, later,', () => clicks.end());
});
