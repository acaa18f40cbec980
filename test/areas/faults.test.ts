import { runArea } from './area';

runArea('faults');
