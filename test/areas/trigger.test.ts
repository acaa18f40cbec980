import { runArea } from './area';

runArea('trigger');
