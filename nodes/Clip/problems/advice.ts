/*
 * What a person can do after a problem, and what that costs, depends on who reads the error.
 */

export type Audience =
	/** In the editor. */
	| 'person'
	/** In the editor, where the execution has no project of its own, such as Get alone: to execute it again would not go on with one. */
	| 'personWithoutProject'
	/** Whoever runs a published workflow. */
	| 'operator'
	/** The same after the execution was paused: n8n's Retry only repeats the error of a node that was paused. */
	| 'operatorAfterPause'
	/** Whoever calls a tool or a sub-workflow. */
	| 'caller'
	/** Any of these, where 'Submit Again' is 'Each Time'. */
	| 'payerEachTime';

/** Each text is empty where there is nothing to say. */
interface Advice {
	/** What to do after a mistake is corrected, as the end of a sentence. */
	again: string;
	/** What to do after the settings are corrected, as the end of a sentence. They make a new project of each video, so the video goes alone. */
	withSettings: string;
	/** The same for the video of a failed project, as a sentence. */
	afterFailureWithSettings: string;
	/** How to go on with a project that exists. */
	goOn: string;
	/** How to go on with the video of a failed project, and with that of one that has probably failed. */
	afterFailure: string;
	afterDoubt: string;
	/** How to go on where nobody knows whether a project was created. */
	ifUnknown: string;
}

const IN_EDITOR = "To submit this video again and pay for it, execute 'Create Clips' in the editor.";
const AFTER_TWO_HOURS =
	"Two hours after submission, 'Create Clips' may submit this video again and pay for it, unless 'Submit Again' is 'Never for the Same Video'.";

const ALONE = 'To submit this video again and pay for it, execute with only this video.';

/** For a video that may have been paid for. It goes alone: 'Each Time' would submit the other videos of the execution again, too. */
const SUBMIT_ALONE =
	"leave only this video in the input, set 'Submit Again' to 'Each Time', execute 'Create Clips' in the editor, and undo both changes.";

const LOOK = "Look for its project in the service: if it is there, use 'Get Clips' with its ID.";

/** For whoever has no execution that would go on with its project. */
const USUAL: Advice = {
	again: 'execute again',
	withSettings: 'execute with only this video',
	afterFailureWithSettings:
		"Then execute 'Create Clips' in the editor with only this video, which pays for it.",
	goOn: "Use 'Get Clips' with the project ID (free).",
	afterFailure: IN_EDITOR,
	afterDoubt: `To submit this video again and pay for it: ${SUBMIT_ALONE}`,
	ifUnknown: `${LOOK} If it is not there after ten minutes, submit the video again, which pays for it: ${SUBMIT_ALONE}`,
};

export const ADVICE: Readonly<Record<Audience, Advice>> = {
	person: {
		...USUAL,
		goOn: 'Execute again to go on with this project, which is not paid for again.',
		afterFailure: "Executing 'Create Clips' again submits the video again, and pays for it.",
	},
	personWithoutProject: USUAL,
	operator: {
		...USUAL,
		again: 'retry this execution',
		goOn: 'Retry this execution to go on with this project, which is not paid for again.',
	},
	operatorAfterPause: {
		...USUAL,
		again: 'execute again in the editor',
		goOn: "Use 'Get Clips' with the project ID (free): n8n's Retry only repeats this error.",
	},
	caller: {
		...USUAL,
		again: 'call again with only this video',
		withSettings: 'call again with only this video',
		// A tool may have no parameter for the setting, and a link that was written otherwise is the same video.
		afterFailureWithSettings:
			"A call with only this video and other settings submits it at once and pays for it; with the same settings, 'Create Clips' does so after two hours, unless 'Submit Again' is 'Never for the Same Video'.",
		afterFailure: AFTER_TWO_HOURS,
		afterDoubt: AFTER_TWO_HOURS,
		ifUnknown: `${LOOK} ${AFTER_TWO_HOURS}`,
	},
	payerEachTime: {
		...USUAL,
		again: 'execute again with only this video',
		afterFailure: ALONE,
		afterDoubt: ALONE,
		ifUnknown: `${LOOK} If it is not there after ten minutes, execute 'Create Clips' in the editor with only this video.`,
	},
};

/** Whether to do the whole again may pay again for a project: after two hours, or each time. */
export const mayPayAgain = (audience: Audience): boolean =>
	audience === 'caller' || audience === 'payerEachTime';

/** What to do after the workflow was corrected, as the end of a sentence. */
export const againWhenCorrected = (audience: Audience): string =>
	audience === 'operator'
		? `${ADVICE.operator.again} with the currently saved workflow`
		: ADVICE[audience].again;

/** What to do again where a project is paid for, as the end of a sentence. */
export const againWhenPaidFor = (audience: Audience): string =>
	mayPayAgain(audience) ? "use 'Get Clips' with the project ID" : againWhenCorrected(audience);

/** With another key or address, no earlier submission is found. Who pays each time reads so already, in `EACH_TIME_PAYS`. */
const withAccountWarning = (audience: Audience, step: string, warning: string): string =>
	audience === 'payerEachTime'
		? `Then ${step}.`
		: `Then ${step}; with another 'API Key' or 'Base URL', ${warning}.`;

/** What follows advice that may change the credential. */
export const againWithCredential = (audience: Audience): string =>
	withAccountWarning(audience, againWhenCorrected(audience), 'earlier videos are paid for again');

export const getWithCredential = (audience: Audience): string =>
	withAccountWarning(audience, "use 'Get Clips' with the project ID (free)", "'Create Clips' pays again");

/** Stands below every error with 'Each Time', for whoever does not want to pay again. */
export const EACH_TIME_PAYS = "'Submit Again' is 'Each Time': a new execution pays for all its videos.";
