import { z } from 'zod/v3';
import type { N8nClient } from '../host';

const row = z.object({ id: z.number(), status: z.string().nullish() }).passthrough();
const page = z.object({ data: z.array(row) });
const list = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) });

/** A row of a data table. */
export type Row = z.output<typeof row>;

/** The data tables of an n8n, as its pages show them to a person, who may change a row by hand. */
export class Tables {
	constructor(private readonly client: () => N8nClient) {}

	private async addressOf(name: string): Promise<string> {
		const { session } = this.client();
		const read = z.object({ id: z.string() });
		const { id: project } = await session.call({ path: '/rest/projects/personal', read });
		const path = `/rest/projects/${project}/data-tables`;
		const { data } = await session.call({ path, read: list });
		const table = data.find((one) => one.name === name);
		if (table === undefined) throw new TypeError(`There is no data table "${name}".`);
		return `${path}/${table.id}/rows`;
	}

	/** The rows of a table, the oldest first. */
	async rows(name: string): Promise<Row[]> {
		const path = `${await this.addressOf(name)}?take=250&sortBy=id:asc`;
		return (await this.client().session.call({ path, read: page })).data;
	}

	/** Adds a row. */
	async add(name: string, data: Record<string, unknown>): Promise<void> {
		const path = (await this.addressOf(name)).replace(/rows$/, 'insert');
		const body = { data: [data], returnType: 'count' };
		await this.client().session.call({ method: 'POST', path, body, read: z.unknown() });
	}

	/** Changes a row. */
	async change(name: string, id: number, data: Record<string, unknown>): Promise<void> {
		const filter = { type: 'and', filters: [{ columnName: 'id', condition: 'eq', value: id }] };
		const path = await this.addressOf(name);
		await this.client().session.call({ method: 'PATCH', path, body: { filter, data }, read: z.unknown() });
	}
}
