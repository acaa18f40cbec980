import type { CredentialFault } from './credentialFaults';

/*
 * What is known of an answer without a project:
 *
 * kind       why there is none: its words are made of it, and the `outcome` that workflows read
 * fate       what it says of the project: whether the video may be submitted again
 * standing   what it means for whoever goes on asking (`service/rules/codes.ts`): whether a wait goes on
 * hindrance  what kept the call from the service, if anything did
 *
 * The rules that find them out stand in `service/rules`.
 */

/** Why a call gave no project. */
export type FailureKind =
	/** The service does not accept the key, or n8n cannot give it to a query. */
	| 'authentication'
	/** n8n does not allow the call, or does not trust the certificate. */
	| 'blocked'
	/** The service has refused the video, or broken off the project, for good. */
	| 'failed'
	/** The request breaks a rule of the service. */
	| 'invalidRequest'
	/** The account has no processing minutes left. */
	| 'quota'
	/** Too many requests: nothing was done. */
	| 'rateLimited'
	/** The service cannot use the video. */
	| 'sourceProblem'
	/** The service could not be asked; later it may answer. */
	| 'temporary'
	/** The answer is not in the service's shape. */
	| 'unreadable';

/** What an answer without a project says of the project. */
export type Fate =
	/** It was not created. */
	| 'notCreated'
	/** It may have been created, and paid for, although the submission failed. */
	| 'mayHaveCreated'
	/** Nothing, so it is not lost. */
	| 'unaffected'
	/** The service does not know it, maybe not yet. */
	| 'unknownProject'
	/** It has failed, by a code that is documented. */
	| 'failed'
	/** It has probably failed: the code is not documented, but resembles those that are. */
	| 'mayHaveFailed';

/** What is known of an answer that gives no project. */
export interface AnswerFacts {
	kind: FailureKind;
	fate: Fate;
	/** The service's code; null when the answer has none that can be read. */
	code: number | null;
	/** Of the service, the network, a proxy or n8n; may be empty. */
	message: string;
	/** Why no whole answer came; null where one came, or where the message says why. */
	interruption: Interruption | null;
	/** The HTTP status; null when no whole answer came, or one that is too large to read. */
	httpStatus: number | null;
	/** What kept the call from the service; null for its own answers, and where that is not known. */
	hindrance: Hindrance | null;
	/** Why the credential could not be used; null where it could, or where n8n could not open it. */
	credentialFault: CredentialFault | null;
	/** The beginning of the body, if that is not in the service's shape, or has no message; empty otherwise. */
	excerpt: string;
	/** The project that was asked for, or that a refusal of a submission names. */
	projectId: string | null;
	/** When a gateway asked to come back, epoch milliseconds; null when it did not say. */
	retryAt: number | null;
}

/** What ends a call without a whole answer, and gives no words for it. */
export type Interruption =
	/** The connection broke off. */
	| 'disconnected'
	/** The person stopped the execution. */
	| 'stopped'
	/** {@link LARGEST_BODY} */
	| 'tooLarge'
	/** {@link LONGEST_REQUEST} */
	| 'tooSlow';

/** What keeps a call from the service. */
export type Hindrance =
	/** The certificate at the address is not trusted. */
	| 'certificate'
	/** The credential is gone, was emptied, or cannot be read. */
	| 'credential'
	/** There is no host of this name. */
	| 'host'
	/** n8n's own rules do not allow calls to the address. */
	| 'n8nRules';

/** What was to be done with an item. `queryAfterCall`: to ask for the project of a call to the trigger. */
export type Purpose = 'submit' | 'submitInRetry' | 'query' | 'queryAfterCall';

/** A project that the execution has. */
export interface ExecutionProject {
	itemIndex: number;
	projectId: string;
}
