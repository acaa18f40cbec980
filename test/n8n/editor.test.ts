import { journey } from './cases/editorJourney';
import { lookCases } from './cases/editorLooks';
import { runCases } from './cases/editorRuns';
import { wordCases } from './cases/editorWords';
import type { Editor } from '../../tools/beds/editor/editor';
import { EditorBed } from '../../tools/beds/editor/editorBed';

describe('in the editor of a real n8n', () => {
	const bed = new EditorBed();
	let tab: Editor;
	beforeAll(async () => {
		await bed.open();
		tab = await bed.editor();
	});
	afterAll(async () => await bed.close());

	// Its clips come a minute later at least: n8n looks for what waits once a minute.
	const newcomer = journey(bed);
	describe('a newcomer', () => newcomer.begin());
	describe('a person', () => lookCases(bed, () => tab));
	describe('a reader', () => wordCases());
	describe('what runs', () => runCases(bed, () => tab));
	describe('a newcomer, later,', () => newcomer.end());
});
