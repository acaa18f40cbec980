/*
 * Texts on the credential, those of its test included.
 */

interface FaultText {
	what: string;
	nextStep?: string;
}

const COPY_AGAIN = 'Copy it again.';

/** Why a credential cannot be sent. No text quotes a field: a wrong one may hold the key. */
export const CREDENTIAL_FAULTS = {
	addressEmpty: { what: "'Base URL' is empty" },
	addressIsCommand: {
		what: "'Base URL' holds more than an address",
		nextStep: 'Enter the address only, not the whole command: it holds your key.',
	},
	addressUnseen: { what: "'Base URL' holds invisible characters", nextStep: COPY_AGAIN },
	addressNoLink: { what: "'Base URL' must be an address with http:// or https://" },
	addressNotBare: { what: "'Base URL' must hold a host and a path only" },
	keyEmpty: { what: "'API Key' is empty" },
	keyUnsendable: { what: "'API Key' holds characters that cannot be sent", nextStep: COPY_AGAIN },
	headerEmpty: { what: "'Header Name' is empty" },
	headerUnsendable: { what: "'Header Name' is not the name of an HTTP header" },
	changed: {
		what: 'it was changed before the video was submitted',
		nextStep:
			'The next execution uses the changed credential and pays for earlier videos again, so submit only this video.',
	},
	hostNotAllowed: { what: "the host of 'Base URL' is not among the 'Allowed Domains'" },
} as const satisfies Record<string, FaultText>;

export type CredentialFault = keyof typeof CREDENTIAL_FAULTS;

/** For the test of the credential; without `nextStep` where the title says enough. */
export function textOfFault(fault: CredentialFault): { title: string; nextStep?: string } {
	const { what, ...more }: FaultText = CREDENTIAL_FAULTS[fault];
	return { title: `The credential cannot be used: ${what}`, ...more };
}

export const MEND_CREDENTIAL = 'Correct the credential, or what its expressions give for this item.';

/** For an error, which is about an item. */
export const textOfItemFault = (fault: CredentialFault) => ({
	nextStep: MEND_CREDENTIAL,
	...textOfFault(fault),
});

/** For errors and the test of the credential. */
export const NOT_THE_SERVICE = {
	title: "'Base URL' does not answer like the video clipping service",
	nextStep: "Check 'Base URL': it is the part of the address before /open-api.",
};

/** For errors and the test of the credential. */
export const KEY_REJECTED = 'The service rejected the API key';

export const TEST_RESULT = {
	address: `${NOT_THE_SERVICE.title}. ${NOT_THE_SERVICE.nextStep}`,
	busy: 'The service is there, but cannot answer at the moment. Try again in a few minutes.',
	plan: 'The account has no processing minutes left, or no paid plan. The key may be right.',
	key: `${KEY_REJECTED}. Check 'API Key' and 'Header Name', and that you have a paid plan.`,
} as const;
