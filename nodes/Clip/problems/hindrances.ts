import type { Hindrance } from './facts';

export const ALLOW_HOST =
	'the administrator of n8n can add its host to N8N_SSRF_ALLOWED_HOSTNAMES, or its IP address to N8N_SSRF_ALLOWED_IP_RANGES.';

const ADD_ISSUER =
	'the administrator of n8n can add the issuer of the certificate with NODE_EXTRA_CA_CERTS; if the certificate has expired, it has to be renewed.';

export const CHECK_ADDRESS = "Check 'Base URL' in the credential; if it is right,";

const IF_TRUSTED = 'If you trust this host,';

/** What stands in place of the words of the failure. */
export const explainHindrance = (
	hindrance: Hindrance | null,
	called: 'file' | 'service',
): { title?: string; nextStep?: string } => {
	const whose = called === 'file' ? 'the host of the file' : 'the service';
	switch (hindrance) {
		case 'certificate':
			return {
				title: `n8n does not trust the certificate of ${whose}`,
				nextStep: `${called === 'file' ? IF_TRUSTED : CHECK_ADDRESS} ${ADD_ISSUER}`,
			};
		case 'credential':
			return {
				title: 'n8n could not read the credential',
				nextStep:
					'Correct the credential, or choose another one; if nothing is wrong with it, wait a few minutes.',
			};
		case 'host':
			return {
				nextStep:
					called === 'service'
						? "No host has this name: check 'Base URL' in the credential, or wait a few minutes."
						: 'No host has this name at the moment: try again in a few minutes.',
			};
		case 'n8nRules':
			// For the service, `blocked` has the words.
			return called === 'service'
				? {}
				: {
						title: 'n8n blocks calls to the host of the file',
						nextStep: `${IF_TRUSTED} ${ALLOW_HOST}`,
					};
		default:
			return {};
	}
};
