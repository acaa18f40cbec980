import { localhost } from './ports';

/** What differs between the n8n processes that are started here. */
export interface Settings {
	/** The folder that holds n8n's `.n8n` folder. */
	userFolder: string;
	/** The port of the editor, of REST and of webhooks. */
	port: number;
	/** The port for task runners; every n8n process needs one of its own. */
	brokerPort: number;
	/** The address under which webhooks are reached, when that is another process (`n8n webhook`). */
	webhookUrl?: string | undefined;
	/** Added last, for instance the settings of queue mode. */
	extra?: Record<string, string> | undefined;
}

/** Names that an n8n process gets from outside: what a program needs to find itself at home, and the proxy. */
const inherited =
	/^(path|home|user|userprofile|appdata|localappdata|tmpdir|temp|tmp|lang|lc_.*|tz|systemroot|systemdrive|comspec|windir|pathext|https?_proxy|all_proxy|no_proxy|node_extra_ca_certs|ssl_cert_(file|dir))$/i;

/** What n8n encrypts credentials with. They are the simulator's, so this need not be kept secret. */
const encryptedWith = 'local-n8n-beside-the-project';

const quietSettings: Record<string, string> = {
	N8N_SECURE_COOKIE: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_DISABLED_MODULES: 'mcp-registry',
};

function withoutProxyForLocalhost(outer: NodeJS.ProcessEnv): string {
	const before = outer.NO_PROXY ?? outer.no_proxy ?? '';
	return [before, localhost, 'localhost'].filter((part) => part !== '').join(',');
}

/**
 * The whole environment of an n8n process: local, quiet, and free of the settings of an n8n that the user may run
 * otherwise (`N8N_*`, `DB_*`, ...) and of the test runner (`NODE_ENV`, `NODE_OPTIONS`).
 */
export function n8nEnvironment(outer: NodeJS.ProcessEnv, settings: Settings): Record<string, string> {
	const kept = Object.entries(outer).filter(
		(entry): entry is [string, string] => inherited.test(entry[0]) && entry[1] !== undefined,
	);
	const address = `http://${localhost}:${settings.port}/`;
	return {
		...Object.fromEntries(kept.filter(([name]) => !/^no_proxy$/i.test(name))),
		NO_PROXY: withoutProxyForLocalhost(outer),
		...quietSettings,
		NODE_ENV: 'production',
		N8N_USER_FOLDER: settings.userFolder,
		N8N_LISTEN_ADDRESS: localhost,
		N8N_HOST: localhost,
		N8N_PORT: String(settings.port),
		N8N_EDITOR_BASE_URL: address,
		N8N_WEBHOOK_URL: settings.webhookUrl ?? address,
		N8N_ENCRYPTION_KEY: encryptedWith,
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: localhost,
		N8N_RUNNERS_BROKER_PORT: String(settings.brokerPort),
		...settings.extra,
	};
}
