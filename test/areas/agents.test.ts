import { runArea } from './area';

runArea('agents');
