/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import fc from 'fast-check';

// The same cases in every run, so that a red build can be repeated: more of them would only take longer.
// FC_SEED=$RANDOM FC_RUNS=20000 looks for new ones, and for rare ones.
fc.configureGlobal({
	seed: Number(process.env.FC_SEED ?? 20_261_121),
	numRuns: Number(process.env.FC_RUNS ?? 300),
});
