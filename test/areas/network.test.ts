import { runArea } from './area';

runArea('network');
