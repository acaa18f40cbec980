/** The video clipping service as a real HTTP server, for tests and for trying things out. */
export type { Fault, FaultInput, PendingFault } from './faults';
export { markers } from './markers';
export type { Settings } from './settings';
export { startSimulator } from './server';
export { templates } from './templates';
export type { Delivery, FaultPlan, LedgerEntry, RequestEntry, Simulator, SimulatorOptions } from './types';
