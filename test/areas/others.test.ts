import { runArea } from './area';

runArea('others');
