/** A real n8n beside the project, for `npm start` and for the end-to-end tests. */
export * from './cluster';
export * from './errors';
export * from './execution';
export * from './host';
export * from './package';
export * from './paths';
export * from './ports';
export * from './progress';
export * from './rest';
export * from './runtime';
export * from './session';
export * from './setup';
export * from './until';
export * from './workflow';
