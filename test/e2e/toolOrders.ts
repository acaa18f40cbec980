import type { Stage } from './stage';
import type { Order } from './toolFlows';

/** The link of a video. */
export const videoOf = (name: string): string => `https://www.youtube.com/watch?v=${name}`;

/** What a caller is told of a submission whose answer got lost. */
export const creationUnknown: unknown = expect.stringContaining('unknown whether the project was created');

/** What a caller is told of a project that was created: this project and no other. */
export const project = (id: string | null | undefined): unknown =>
	expect.stringMatching(new RegExp(`^\\[\\{"projectId":"${id ?? 'none'}"[^{]*\\}\\]$`));

/** A submission that the service has accepted. */
export const accepted: unknown = expect.any(String);

/** The project of the submission of a video that names certain keywords. */
export const projectOf = (stage: Stage, { videoUrl, keywords = '' }: Order): string | null | undefined =>
	stage.submissionsOf(`"${videoUrl}"`).find(({ rawBody }) => rawBody.includes(keywords))?.projectId;

/** What became of the submissions of a video that reached the service, the oldest first: a project, or null if it was refused. */
export const submissionsOf = (stage: Stage, { videoUrl }: Order): Array<string | null> =>
	stage.submissionsOf(`"${videoUrl}"`).map(({ projectId }) => projectId);

/** Loses the answer to each submission of a video: the service creates the project, and the connection is reset. */
export const loseAnswers = ({ simulator }: Stage, { videoUrl }: Order): void =>
	simulator.faults.add({
		on: 'create',
		phase: 'after',
		times: 10,
		match: { videoUrlIncludes: videoUrl },
		fault: { kind: 'reset' },
	});

/** Has the service refuse the first submission of a video for its rate limit: nothing is created. */
export const refuseOnce = ({ simulator }: Stage, { videoUrl }: Order): void =>
	simulator.faults.add({
		on: 'create',
		match: { videoUrlIncludes: videoUrl },
		fault: { kind: 'code', code: 4003, errMsg: 'Too many submissions' },
	});
