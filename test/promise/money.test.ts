/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { runInNewContext } from 'node:vm';
import type { INode, INodeProperties } from 'n8n-workflow';
import { Clip } from '../../nodes/Clip/Clip.node';
import type { Audience } from '../../nodes/Clip/problems/advice';
import type { Purpose } from '../../nodes/Clip/problems/facts';
import { remarkTexts } from '../../nodes/Clip/problems/notices';
import { isProjectAnswer, makeFailedAnswerWithoutResponse } from '../../nodes/Clip/service/rules/answer';
import type { Endpoint } from '../../nodes/Clip/service/rules/codes';
import { statusCheckWorkflow } from '../../nodes/Clip/wait/subWorkflow';
import { REFUSAL_CODES, read } from '../rules/given/answers';
import { asRead, explain, inWords } from '../rules/given/texts';

/*
 * People act on the last sentence of a text: "retry this execution" where a retry pays again is as bad as a bug that pays. So the texts
 * about money stand in a snapshot. Before you let jest write another one, read each changed line as somebody who has paid for a video
 * and lost sight of it, and check in the code that what it advises does what it says.
 */

const asReadOfMistake = (purpose: Purpose, audience?: Audience): string => {
	const broken = [{ label: 'Max Wait', rule: 'must be a whole number', sentences: [] }];
	return asRead(inWords('invalidParameter', { broken, purpose }, audience));
};

/** Texts by what they are said of; equal ones stand once. */
function table(rows: ReadonlyArray<readonly [of: string, text: string]>): string {
	const byText = new Map<string, string[]>();
	for (const [of, text] of rows) byText.set(text, [...(byText.get(text) ?? []), of]);
	return [...byText].map(([text, of]) => `${of.join('; ')}:\n    ${text}`).join('\n');
}

/** Answers that give no project, each with its name. */
const refusals = (call: Endpoint) =>
	[
		...REFUSAL_CODES.map((code) => [`code ${code}`, read(call, { code })] as const),
		...[4242, 5000, 777].map((code) => [`unknown code ${code}`, read(call, { code })] as const),
		...[302, 303, 401, 402, 403, 404, 407, 408, 409, 413, 422, 429, 500, 502, 503, 504].map(
			(status) => [`HTTP ${status}`, read(call, '', status)] as const,
		),
		['a page with HTTP 403', read(call, '<html>Denied', 403)] as const,
		['a page with HTTP 200', read(call, '<html>')] as const,
		[
			'no answer',
			makeFailedAnswerWithoutResponse(call, { reason: 'socket hang up', mayHaveArrived: true }),
		] as const,
		[
			'nothing was sent',
			makeFailedAnswerWithoutResponse(call, { reason: 'connect ECONNREFUSED', mayHaveArrived: false }),
		] as const,
		[
			'an untrusted certificate',
			makeFailedAnswerWithoutResponse(call, {
				reason: 'certificate',
				mayHaveArrived: false,
				hindrance: 'certificate',
			}),
		] as const,
		[
			'a blocked address',
			makeFailedAnswerWithoutResponse(call, {
				reason: 'blocked',
				mayHaveArrived: false,
				hindrance: 'n8nRules',
			}),
		] as const,
	].flatMap(([of, answer]) => (isProjectAnswer(answer) ? [] : [{ of, answer }]));

const link = 'https://youtu.be/harbour';
const videos = [{ itemIndex: 4, link }];

/** All parameters and notices, also those of the tool. */
const panel = new Clip().description.properties.flatMap((property): INodeProperties[] => {
	const entries = (property.options ?? []).filter(
		(one): one is INodeProperties => 'displayName' in one && 'type' in one,
	);
	return [property, ...entries];
});

const ABOUT_MONEY =
	/cost|pa[iy]d?\b|charge|minutes? (?:may|of the account)|uses minutes|\brate\b|submit|plan\b/i;

describe('What people are told about their money is as it was reviewed:', () => {
	it.each(['create', 'query'] as const)('what an answer to a %s means', (call) => {
		const rows = refusals(call).map(({ of, answer }) => [of, asRead(explain(answer))] as const);
		expect(table(rows)).toMatchSnapshot();
	});

	it.each(['create', 'query'] as const)(
		'what is said of a %s otherwise in a published workflow, and to callers of tools and sub-workflows',
		(call) => {
			const rows = refusals(call)
				.flatMap(({ of, answer }) =>
					(
						[
							...(['operator', 'caller', 'payerEachTime'] as const),
							...(call === 'query' ? (['personWithoutProject', 'operatorAfterPause'] as const) : []),
						] as const
					).map((executor) => [
						`${of} (${executor})`,
						asRead(explain(answer)),
						asRead(explain(answer, executor)),
					]),
				)
				.flatMap(([of = '', usual, text = '']) => (text === usual ? [] : [[of, text] as const]));
			expect(table(rows)).toMatchSnapshot();
		},
	);

	it('what Create says of videos that it did not send, or may have sent', () => {
		const at = Date.UTC(2026, 0, 2, 3, 4, 5);
		expect(
			table([
				[
					'a result that nobody knows',
					asRead(inWords('unknownWhetherCreated', { answer: null, video: { link, submittedAt: at } })),
				],
				['the record could not be written', asRead(inWords('unrecorded', { reason: 'SQLITE_BUSY' }))],
				[
					'the same in a Retry',
					asRead(inWords('unknownWhetherCreated', { answer: null, databaseReason: 'SQLITE_BUSY' })),
				],
				['a Stop before it was accepted', asRead(inWords('stoppedBefore', {}))],
				['no room within the limits', asRead(inWords('notYetSubmitted', { until: at }))],
				['a batch that is too large', asRead(inWords('tooManyVideos', { videos: 41, most: 40 }))],
				['a wrong parameter', asReadOfMistake('submit')],
				['a wrong parameter of a published workflow', asReadOfMistake('submit', 'operator')],
				['a wrong parameter in a Retry', asReadOfMistake('submitInRetry', 'operator')],
				[
					'videos whose results are lost, or to which a Retry did not come',
					remarkTexts.maybeSubmitted({ videos }),
				],
			]),
		).toMatchSnapshot();
	});

	it('what Wait, Get and the trigger say, which submit nothing', () => {
		const project = { projectId: '20417733' };
		const last = refusals('query').find(({ of }) => of === 'HTTP 503')?.answer ?? null;
		expect(
			table([
				['a wrong parameter', asReadOfMistake('query', 'operator')],
				['a wrong parameter of the trigger', asReadOfMistake('queryAfterCall')],
				[
					'a credential that cannot be opened, of Get',
					asRead(
						inWords('unopenedCredential', {
							reason: 'R',
							explanation: '',
							purpose: 'query',
							isChosen: true,
						}),
					),
				],
				[
					'a credential that cannot be used, of Create',
					asRead(inWords('unusableCredential', { fault: 'keyEmpty', purpose: 'submit' })),
				],
				[
					'Max Wait has passed',
					asRead(inWords('timedOut', { ...project, waitedMs: 7_200_000, lastFailure: last })),
				],
				['a Stop while it waits', asRead(inWords('stopped', { ...project, lastFailure: null }))],
				['still processing', asRead(inWords('processing', project))],
				[
					'other projects of the execution',
					remarkTexts.otherProjects({ projects: [{ projectId: '20417734', itemIndex: 1 }] }),
				],
				[
					'a file that could not be had',
					asRead(
						inWords('download', {
							...project,
							kind: 'unavailable',
							videoId: '9',
							host: 'h.example',
						}),
					),
				],
				[
					'too many calls wait',
					asRead(inWords('tooManyWaits', { ...project, most: 10, lastFailure: null }, 'caller')),
				],
				['how to start again', remarkTexts.startAgain(project)],
			]),
		).toMatchSnapshot();
	});

	it('the note of a status check, of which a Stop ends an execution that has paid', () => {
		const node: INode = {
			id: 'n',
			name: 'Clip',
			type: 'clip',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		};
		const context = {
			getNode: () => node,
			getWorkflowSettings: () => ({}),
			getInstanceBaseUrl: () => 'https://n8n.example.com/',
		};
		const wait = { executionId: '77', watched: [{ projectId: '20417733' }] };
		const note = statusCheckWorkflow(context, 'w1', wait).nodes.find(({ type }) =>
			type.endsWith('stickyNote'),
		);
		expect(note?.parameters.content).toMatchSnapshot();
	});

	it('what stands in the panel, and what a model reads', () => {
		const said = panel.flatMap(
			({ name, displayName, type, description = '', hint = '', options = [], default: value }) => {
				const choices = options.flatMap((one) =>
					'value' in one && one.description !== undefined ? [`${one.name}: ${one.description}`] : [],
				);
				const ofModel = typeof value === 'string' ? [value] : [];
				return [...(type === 'notice' ? [displayName] : []), description, hint, ...choices, ...ofModel]
					.filter((text) => ABOUT_MONEY.test(text))
					.map((text) => [name, text] as const);
			},
		);
		expect(table(said)).toMatchSnapshot();
	});

	it.each([
		['Create', { operation: 'create' }, true],
		['Create with Each Time', { operation: 'create', options: { submitAgain: 'always' } }, false],
		['Wait, behind a Create that may submit each time', { operation: 'wait', options: {} }, false],
	])(
		'a paused node says that executing again goes on with it only where it does: %s',
		(_node, parameters, says) => {
			const expression = new Clip().description.waitingNodeTooltip?.replace(/^=\{\{|\}\}$/g, '') ?? '';
			const told: unknown = runInNewContext(expression, { $parameter: parameters });
			expect([String(told).includes('goes on where it was'), String(told).includes('you can leave')]).toEqual(
				[says, true],
			);
		},
	);
});
