import { runArea } from './area';

runArea('download');
