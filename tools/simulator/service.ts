import { createHmac, randomBytes } from 'node:crypto';
import { withFreeBox } from './films';
import type { Refusal } from './markers';
import { newProject, type Clip, type Project } from './projects';
import { defaults, type Settings } from './settings';
import { readSubmission } from './submission';
import type { LedgerEntry } from './types';

/** A file, with the project that it belongs to. */
interface ServedFile {
	readonly project: Project;
	readonly clip: Clip;
}

/** An id as it is written in JSON: a number where that is exact; `jsonAnswer` takes the quotes off the others. */
const wireId = (id: string) => (Number.isSafeInteger(Number(id)) ? Number(id) : id);

/** The service itself, without HTTP: its projects, its rules, its answers. */
export class Service {
	readonly settings: Settings;
	readonly ledger: LedgerEntry[] = [];
	readonly projects = new Map<string, Project>();
	private readonly files = new Map<string, ServedFile>();
	private readonly secret = randomBytes(32);

	/** @param origin - what links in its answers begin with */
	constructor(
		settings: Partial<Settings>,
		private readonly origin: string,
	) {
		this.settings = { ...defaults, ...settings };
	}

	/** Creates a project from a parsed body, or says why not. */
	submit(account: number, body: unknown): { project: Project } | { refusal: Refusal } {
		if (this.isOverLimit(account)) return { refusal: { code: 4003, errMsg: 'too many requests' } };
		const read = readSubmission(body);
		if ('refusal' in read) return read;
		const project = newProject(read.submission, this.settings, account);
		this.projects.set(project.projectId, project);
		for (const clip of project.clips) this.files.set(clip.fileName, { project, clip });
		return { project };
	}

	/** Notes a POST create. */
	enter(
		account: number,
		rawBody: string,
		body: unknown,
		code: number | null,
		projectId: string | null = null,
	): void {
		this.ledger.push({ at: Date.now(), account, body, rawBody, code, projectId });
	}

	/** The project with this id. Throws when there is none. */
	project(projectId: string): Project {
		const project = this.projects.get(projectId);
		if (!project) throw new Error(`There is no project ${projectId}.`);
		return project;
	}

	/** The project that a question is about; undefined when the account has none. */
	projectAskedFor(id: string, account: number): Project | undefined {
		const digits = this.settings.idReading === 'lenient' ? /^0*(\d+)/.exec(id)?.[1] : undefined;
		const project = this.projects.get(digits ?? id);
		return project?.account === account ? project : undefined;
	}

	/** Body of the answer to an accepted create. */
	createdBody(project: Project) {
		const id = wireId(project.projectId);
		const named = project.idElsewhere ? { data: { project_id: id } } : { projectId: id };
		return { code: 2000, ...named, shareLink: this.shareLink(project), errMsg: '' };
	}

	/** Body of the answer to a query. */
	queryBody(project: Project) {
		return Date.now() >= project.readyAt
			? this.finishedBody(project)
			: { code: 1000, projectId: wireId(project.projectId), videos: [], errMsg: '' };
	}

	/** Body of the query once a project is finished, and of the webhook. Every call makes fresh links. */
	finishedBody(project: Project) {
		const { projectName, clips } = project;
		const projectId = wireId(project.projectId);
		if (project.failure !== null) {
			return { code: project.failure, projectId, videos: [], errMsg: 'clipping failed' };
		}
		const videos = clips.map((clip) => this.wireClip(clip));
		const listed = project.clipsElsewhere ? { data: { videos } } : { videos };
		const shareLink = this.shareLink(project);
		return { code: 2000, projectId, projectName, shareLink, creditsUsed: 31, ...listed, errMsg: '' };
	}

	/** A fresh signed link to the file of a clip. */
	fileLink({ fileName }: Clip): string {
		const expires = Math.floor(Date.now() / 1000 + this.settings.linkSeconds);
		const signature = this.signature(fileName, `${expires}`, randomBytes(6).toString('hex'));
		return `${this.origin}/media/${fileName}?Expires=${expires}&Signature=${signature}`;
	}

	/** The file of this name, whoever asks. */
	file(fileName: string): ServedFile | undefined {
		return this.files.get(fileName);
	}

	/** Whether the query string of a link to a file is genuine and not over. */
	checkLink(fileName: string, query: URLSearchParams): 'valid' | 'expired' | 'forged' {
		const expires = query.get('Expires') ?? '';
		const signature = query.get('Signature') ?? '';
		if (signature !== this.signature(fileName, expires, signature.slice(0, 12))) return 'forged';
		return Date.now() < Number(expires) * 1000 ? 'valid' : 'expired';
	}

	/** The bytes of a clip's file; no two clips have the same. */
	fileBytes({ film, videoId }: Clip): Buffer {
		return withFreeBox(film.bytes, `clip ${videoId}`);
	}

	private signature(fileName: string, expires: string, salt: string): string {
		const parts = [fileName, expires, salt].join('\n');
		return `${salt}${createHmac('sha256', this.secret).update(parts).digest('hex')}`;
	}

	private wireClip(clip: Clip) {
		return {
			videoId: wireId(clip.videoId),
			videoUrl: this.fileLink(clip),
			videoMsDuration: clip.film.durationMs,
			title: clip.title,
			transcript: clip.transcript,
			viralScore: clip.viralScore.toFixed(1),
			viralReason: clip.viralReason,
			relatedTopic: JSON.stringify(clip.topics),
			clipEditorUrl: `${this.origin}/#clip-${clip.videoId}`,
			starred: 0,
			disliked: 0,
		};
	}

	private shareLink({ projectId }: Project): string {
		return `${this.origin}/#project-${projectId}`;
	}

	/** Only submissions that became projects count: a refused one costs the account nothing. */
	private isOverLimit(account: number): boolean {
		const limits = this.settings.submissionLimits;
		if (!limits) return false;
		const own = [...this.projects.values()].filter((project) => project.account === account);
		const ages = own.map(({ submittedAt }) => Date.now() - submittedAt);
		const younger = (seconds: number) => ages.filter((age) => age < seconds * 1000).length;
		return younger(60) >= limits.perMinute || younger(3600) >= limits.perHour;
	}
}
