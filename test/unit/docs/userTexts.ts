import ts from 'typescript';
import { filesIn, textOf } from '../package/project';

/** Whether a string of the code may be a sentence, and so be read by a user. */
const isSentence = (text: string): boolean => / \S*[a-z]/.test(text);

/** The texts of a string; what a template puts in comes from elsewhere. */
function textsOf(node: ts.Node): string[] | null {
	if (ts.isStringLiteralLike(node)) return [node.text];
	return ts.isTemplateExpression(node)
		? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
		: null;
}

/** The sentences in a file of code; comments are none. */
function sentencesIn(file: string): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node)) return;
		found.push(...(textsOf(node) ?? []).filter(isSentence));
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(file, textOf(file), ts.ScriptTarget.ESNext, true));
	return found;
}

/** Every sentence that the nodes and the credential can say: labels, descriptions, errors, hints, notes, and their parts. */
export const sentencesOfCode = (): string[] =>
	[...filesIn('nodes'), ...filesIn('credentials')]
		.filter((file) => file.endsWith('.ts'))
		.flatMap(sentencesIn);

/** The lines of a page that are read: without blocks of code and the targets of links. */
export const linesOf = (page: string): string[] =>
	page
		.replace(/^```[\s\S]*?^```$/gm, '')
		.replace(/\]\([^)]*\)/g, ']')
		.split('\n');
