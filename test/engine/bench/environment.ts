/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { temporaryFolder } from '../../../tools/host/folder';

// n8n-core reads these while it is loaded, so this runs before a test file does (jest's setupFilesAfterEnv).
const { path, remove } = temporaryFolder('video-clipping-engine-');
process.env.N8N_USER_FOLDER = path;
process.env.N8N_ENCRYPTION_KEY = 'engine-tests';
process.env.N8N_LOG_LEVEL = 'silent';
// Without the proxy that a person may use, all servers being on this machine.
for (const name of Object.keys(process.env)) {
	if (/^(?:npm_config_)?(?:(?:https?|all|no)_)?proxy$/i.test(name)) Reflect.deleteProperty(process.env, name);
}

afterAll(remove);
