import { runArea } from './area';

runArea('account');
