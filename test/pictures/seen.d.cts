import type { Area } from './area';

declare const textsSeen: (area: Area) => string[];
export = textsSeen;
