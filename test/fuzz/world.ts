import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod/v3';
import { draw, oneOf, often } from './chance';
import { bodies } from './grammar/body';
import { fileAnswers } from './grammar/files';
import { frames } from './grammar/frame';
import { type Secrets, secrets } from './grammar/secrets';
import { moods } from './grammar/moods';
import type { Wire } from './grammar/wire';
import type { Asked } from './server';

/** A request and what it was answered. */
export interface Exchange {
	asked: Asked;
	wire: Wire;
	/** What it was about: the mark of a video, an ID of a project, the path of a file. */
	about: string;
}

/** Which case of which seed. */
export interface CaseName {
	seed: number;
	number: number;
}

const submission = z.object({ videoUrl: z.string() });

/** What marks the video of an item in its link. */
const MARK = /\bv\d+x\d+\b/;

const projectIds: Arbitrary<string> = often(
	[6, fc.integer({ min: 10_000_000, max: 99_999_999 }).map(String)],
	[2, fc.integer({ min: 100_000_000, max: 999_999_999 }).map((end) => `9007199${end}`)],
	[1, fc.integer({ min: 1_000, max: 9_999 }).map((end) => `P_${end}-a`)],
);

/** Service and file host of one case: whatever they are asked, the seed decides what they say. They keep a ledger. */
export class World {
	readonly secrets: Secrets;
	readonly posts: Exchange[] = [];
	readonly questions: Exchange[] = [];
	readonly files: Exchange[] = [];
	/** Requests that nobody should have sent. */
	readonly strange: string[] = [];
	private readonly counts = new Map<string, number>();

	constructor(
		readonly name: CaseName,
		/** Which project a question is about, where it is not the one that it names. */
		private readonly means: (projectId: string) => string = (projectId) => projectId,
	) {
		this.secrets = this.draw(secrets, 'secrets');
	}

	/** Draws something for this case. */
	draw<T>(arbitrary: Arbitrary<T>, ...labels: ReadonlyArray<number | string>): T {
		return draw(arbitrary, this.name.seed, this.name.number, ...labels);
	}

	/** Where all of this case begins. */
	get path(): string {
		return `/c${this.name.number}`;
	}

	/** How many requests were answered. */
	get answers(): number {
		return this.posts.length + this.questions.length + this.files.length;
	}

	/** The project that the service has for a mark. */
	projectOf(mark: string): string {
		return this.draw(projectIds, 'project', mark);
	}

	/** The mark of a video. */
	mark(index: number): string {
		return `v${this.name.number}x${index}`;
	}

	/** The link of a video; some hold secrets. */
	videoUrl(index: number): string {
		const mark = this.mark(index);
		const { signature, password } = this.secrets;
		return this.draw(
			oneOf(
				`https://youtu.be/${mark}`,
				`https://vimeo.com/${mark}`,
				`https://cdn.example.com/${mark}.mp4?Signature=${signature}`,
				`https://user:${password}@cdn.example.com/${mark}.mp4`,
				`https://cdn.example.com/${mark}.mp4?a=1&Signature=${signature}#t=5`,
			),
			'video',
			index,
		);
	}

	/** Answers a request. */
	answer(asked: Asked): Wire {
		const path = asked.target.slice(this.path.length);
		const query = /^\/open-api\/v1\/project\/query\/([^/?]+)$/.exec(path);
		if (asked.method === 'POST' && path === '/open-api/v1/project/create') return this.create(asked);
		if (asked.method === 'GET' && query?.[1] !== undefined) return this.query(asked, query[1]);
		if (asked.method === 'GET' && path.startsWith('/files/')) return this.file(asked, path);
		this.strange.push(`${asked.method} ${path.slice(0, 60)}`);
		return this.say('query', '404', this.strange.length);
	}

	/**
	 * What was asked and answered, in order, without secrets.
	 *
	 * @param began - when the case began, epoch milliseconds
	 */
	trace(began: number): string[] {
		return [...this.posts, ...this.questions, ...this.files]
			.sort((a, b) => a.asked.at - b.asked.at)
			.map(({ asked, wire, about }) => {
				const said = wire.said.toString('latin1', 0, 300).replace(/[^ -~]/g, '.');
				return `${((asked.at - began) / 1_000).toFixed(3)} s ${asked.method} ${about}: ${wire.name} << ${this.hide(said)}`;
			});
	}

	/** Text without the secrets of this case, as far as they are spelled plainly. */
	hide(text: string): string {
		return Object.values(this.secrets)
			.map(String)
			.reduce((all, secret) => all.replaceAll(secret.trim(), '…'), text);
	}

	private create(asked: Asked): Wire {
		const body = submission.safeParse(safeJson(asked.body));
		const mark = MARK.exec(body.success ? body.data.videoUrl : '')?.[0] ?? 'none';
		const { signature, password } = this.secrets;
		const inLink = [signature, password].filter((secret) => asked.body.includes(secret));
		const wire = this.say('create', this.projectOf(mark), this.count(`post ${mark}`), inLink);
		this.posts.push({ asked, wire, about: mark });
		return wire;
	}

	private query(asked: Asked, projectId: string): Wire {
		const wire = this.say('query', this.means(projectId), this.count(`query ${projectId}`));
		this.questions.push({ asked, wire, about: projectId });
		return wire;
	}

	private file(asked: Asked, path: string): Wire {
		const about = path.replace(/\?.*/, '');
		const wire = this.draw(fileAnswers(this.path, this.secrets), 'file', about, this.count(about));
		this.files.push({ asked, wire, about });
		return wire;
	}

	private say(
		call: 'create' | 'query',
		projectId: string,
		count: number,
		inLink: readonly string[] = [],
	): Wire {
		const mood = this.draw(moods, call, projectId, 'mood');
		if (mood !== null && count < mood.times) return mood.wire;
		const known = [this.secrets.key.trim(), ...inLink];
		const subject = { call, projectId, secrets: this.secrets, known };
		const answers = bodies(subject).chain((body) => frames(body, this.secrets.key));
		return this.draw(answers, call, projectId, count);
	}

	private count(what: string): number {
		const before = this.counts.get(what) ?? 0;
		this.counts.set(what, before + 1);
		return before;
	}
}

function safeJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
