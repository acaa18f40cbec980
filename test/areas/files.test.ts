import { runArea } from './area';

runArea('files');
