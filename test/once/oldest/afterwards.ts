/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { Container } from '@n8n/di';
import { SSHClientsManager } from 'n8n-core/dist/execution-engine/ssh-clients-manager';

// The old engine looks after SSH connections once a minute for ever, and jest would wait for it.
afterAll(() => Container.get(SSHClientsManager).onShutdown());
