/** The video clipping service as a real HTTP server, for tests and for trying things out. */
export type { FaultInput } from './faults';
export { startSimulator } from './server';
export type { Settings } from './settings';
export type { LedgerEntry, RequestEntry, Simulator, SimulatorOptions } from './types';
