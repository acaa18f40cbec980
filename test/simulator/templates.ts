/** A template of the simulated workspace. */
export interface Template {
	readonly templateId: number;
	readonly ratioOfClip: 1 | 2 | 3 | 4;
	readonly name: string;
}

/** The template catalogue: one per aspect ratio, and a second vertical one. */
export const templates: readonly Template[] = [
	{ templateId: 88101, ratioOfClip: 1, name: 'Lighthouse, vertical' },
	{ templateId: 88102, ratioOfClip: 2, name: 'Lighthouse, square' },
	{ templateId: 88103, ratioOfClip: 3, name: 'Lighthouse, portrait' },
	{ templateId: 88104, ratioOfClip: 4, name: 'Lighthouse, wide' },
	{ templateId: 88105, ratioOfClip: 1, name: 'Big type, vertical' },
];
