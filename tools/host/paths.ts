/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { join, resolve } from 'node:path';

/** The name of the package that this project makes. */
export const packageName = 'n8n-nodes-video-clipping';

/** The folder of this project. */
export const projectRoot = (): string => resolve(__dirname, '../..');

/** The folder that holds Node, n8n, logs and the user data of `npm start`; `N8N_HOST_DIR` moves it. */
export const hostFolder = (): string => resolve(process.env.N8N_HOST_DIR || join(projectRoot(), '.n8n-host'));

/** A file for the output of one step. */
export const logFileOf = (step: string): string => join(hostFolder(), 'logs', `${step}.log`);
