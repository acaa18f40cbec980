import { runArea } from './area';

runArea('money');
