import { ensureRuntime } from './runtime';

// Installs n8n, which takes longest: CI does it beside all else. It needs nothing of the project's packages.
void ensureRuntime();
