import { runArea } from './area';

runArea('get');
