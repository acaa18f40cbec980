/** A real n8n beside the project, for `npm start` and for the end-to-end tests. */
export { openCluster, type Cluster, type ClusterOptions } from './cluster';
export { HostError } from './errors';
export {
	explainFailure,
	itemsOf,
	type Execution,
	type ExecutionError,
	type ExecutionItem,
	type NodeRun,
} from './execution';
export { fetchOnce } from './fetchOnce';
export { openHost, type Host, type HostOptions } from './host';
export { buildPackage, installedIn, installPackage } from './package';
export { projectRoot } from './paths';
export { createProgress, quiet, type Progress } from './progress';
export {
	N8nClient,
	type Credential,
	type CredentialTest,
	type NewCredential,
	type SavedWorkflow,
} from './rest';
export { ensureRuntime, n8nVersion } from './runtime';
export { RestError } from './session';
export { credentialFor, importExamples, owner, s3CredentialFor, saveCredential } from './setup';
export { stuckAfter, until, untilFound } from './until';
export {
	clipTriggerOf,
	exampleFiles,
	formOf,
	formPath,
	manualTriggerOf,
	readWorkflow,
	typePrefix,
	webhookPath,
	withCredential,
	withReceivers,
	type Workflow,
	type WorkflowNode,
} from './workflow';
