/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '../../tools/host';
import { ensureRuntime } from '../../tools/host/runtime';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A clock that tests move: that of an n8n, of its Code nodes, and of what runs in this process. */
export class MovedClock {
	private ahead = 0;
	private readonly file: string;
	private readonly real = Date.now.bind(Date);

	/** @param folder - where n8n finds what it needs */
	constructor(private readonly folder: string) {
		this.file = join(folder, 'clock');
		writeFileSync(this.file, '0');
	}

	/** What an n8n is started with, so that its time is this one. */
	async environment(): Promise<Record<string, string>> {
		const script = join(projectRoot(), 'tools', 'host', 'clock.cjs');
		const { node } = await ensureRuntime();
		// Code nodes run in a process that n8n starts with few variables, as "node".
		const starter = join(this.folder, 'node');
		writeFileSync(
			starter,
			`#!/bin/sh\nTEST_CLOCK_FILE='${this.file}' exec '${node}' --require '${script}' "$@"\n`,
		);
		chmodSync(starter, 0o755);
		jest.spyOn(Date, 'now').mockImplementation(() => this.real() + this.ahead);
		return {
			TEST_CLOCK_FILE: this.file,
			NODE_OPTIONS: `--require ${script}`,
			PATH: `${this.folder}${delimiter}${process.env.PATH ?? ''}`,
			// Its other engine for expressions has a clock of its own.
			N8N_EXPRESSION_ENGINE: 'legacy',
			// Weeks go by.
			N8N_USER_MANAGEMENT_JWT_DURATION_HOURS: '10000',
			EXECUTIONS_DATA_PRUNE: 'false',
		};
	}

	/** Moves it ahead. */
	async move(minutes: number): Promise<void> {
		this.ahead += minutes * MINUTE;
		writeFileSync(this.file, String(this.ahead));
		// n8n reads it again after some milliseconds.
		await pause(50);
	}

	/** Moves it to the next time of day, in UTC. */
	async moveTo(time: string): Promise<void> {
		const [hour = 0, minute = 0] = time.split(':').map(Number);
		const wanted = (hour * 60 + minute) * MINUTE;
		const left = (wanted - (Date.now() % DAY) + DAY) % DAY;
		await this.move(left / MINUTE);
	}

	/** Gives this process its own time back. */
	close(): void {
		jest.restoreAllMocks();
	}
}
