import { accessAndLoss } from './accessAndLoss';
import type { Breakage } from './breakage';
import { secretsAndFiles } from './secretsAndFiles';
import { waitingAndMoney } from './waitingAndMoney';

/** The breakages, in the order of the promises in CONTRIBUTING.md; their numbers are those of the command. */
export const breakages: readonly Breakage[] = [...waitingAndMoney, ...accessAndLoss, ...secretsAndFiles];
