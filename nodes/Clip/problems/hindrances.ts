import type { Hindrance } from './facts';

/**
 * What is said of a hindrance, instead of what is said of the kind of failure.
 *
 * @param whose - who is called: "the service"
 * @param field - where its address was entered
 */
export const explainHindrance = (
	hindrance: Hindrance | null,
	whose: string,
	field: string,
): { title?: string; todo?: string } => {
	switch (hindrance) {
		case 'certificate':
			return {
				title: `n8n does not trust the certificate of ${whose}`,
				todo: "If the certificate is your company's, or that of a proxy that reads calls on their way, the administrator of n8n names its authority in NODE_EXTRA_CA_CERTS and starts n8n again. If it has expired, whoever runs the server has to renew it.",
			};
		case 'credential':
			return {
				title: 'n8n could not read the credential',
				todo: 'It was deleted or emptied, or n8n cannot open it at the moment. Correct it, or choose another one.',
			};
		case 'host':
			return {
				todo: `There is no host of this name. Check '${field}'. If it is right, n8n cannot look up names at the moment: try again in a few minutes.`,
			};
		default:
			return {};
	}
};
