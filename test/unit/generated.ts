/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import fc from 'fast-check';

// The same cases in every run, so that a red build can be repeated; FC_SEED=$RANDOM looks for new ones.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_121) });
