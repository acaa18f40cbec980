import { runArea } from './area';

runArea('obstacles');
