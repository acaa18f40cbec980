import { runArea } from './area';

runArea('bench');
