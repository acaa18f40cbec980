/**
 * Whether a host is in a credential's list of allowed domains, read as n8n reads it: names separated by commas,
 * `*.example.com` for all subdomains but not the domain itself.
 *
 * n8n enforces the list for its own HTTP nodes only.
 *
 * @param host - a host name without a port
 * @param allowedDomains - the list as the user wrote it
 */
export function isAllowedDomain(host: string, allowedDomains: string): boolean {
	const name = plain(host);
	return allowedDomains
		.split(',')
		.map(plain)
		.filter((domain) => domain !== '')
		.some((domain) => (domain.startsWith('*.') ? name.endsWith(domain.slice(1)) : name === domain));
}

const plain = (name: string): string => name.trim().toLowerCase().replace(/\.$/, '');
