import { buildPackage } from './package';

/** Packs the nodes once for all suites of a run: jest calls this before it starts the processes of its tests. */
export default async function packOnce(): Promise<void> {
	await buildPackage();
}
