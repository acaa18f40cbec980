import { runArea } from './area';

runArea('create');
