import { runArea } from './area';

runArea('wait');
