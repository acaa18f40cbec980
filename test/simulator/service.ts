import type { Fault } from './faults';
import { SignedLinks } from './links';
import { withFreeBox } from './mp4';
import { newProject } from './projects';
import type { Clip, Project } from './projects';
import { changeSettings, defaultSettings } from './settings';
import type { Settings } from './settings';
import { readSubmission } from './submission';
import type { Refusal } from './submission';
import type { LedgerEntry } from './types';

/** A file, with the project that it belongs to. */
interface ServedFile {
	readonly project: Project;
	readonly clip: Clip;
}

/** The service itself, without HTTP: its projects, its rules, its answers. */
export class Service {
	settings: Settings;
	readonly ledger: LedgerEntry[] = [];
	readonly projects = new Map<string, Project>();
	private readonly files = new Map<string, ServedFile>();
	private readonly links = new SignedLinks();

	constructor(
		settings: unknown,
		readonly now: () => number,
		private readonly origin: () => string,
	) {
		this.settings = changeSettings(defaultSettings, settings);
	}

	/** Changes settings. Throws a ZodError. */
	configure(changes: unknown): void {
		this.settings = changeSettings(this.settings, changes);
	}

	/** Creates a project from a parsed body, or says why not. */
	submit(body: unknown): { project: Project } | { refusal: Refusal } {
		if (this.isOverLimit()) return { refusal: { code: 4003, errMsg: 'too many requests' } };
		const read = readSubmission(body);
		if ('refusal' in read) return read;
		const project = newProject(read.submission, this.settings, this.now());
		this.projects.set(project.projectId, project);
		for (const clip of [project.source, ...project.clips]) this.files.set(clip.fileName, { project, clip });
		return { project };
	}

	/** Notes a POST create; `fault` is what hit it. */
	enter(rawBody: string, body: unknown, outcome: { code?: number; projectId?: string; fault?: Fault }): void {
		const { code = null, projectId = null, fault } = outcome;
		this.ledger.push({ at: this.now(), body, rawBody, code, projectId, fault: fault?.kind ?? null });
	}

	/** The project with this id. Throws when there is none. */
	project(projectId: string | number): Project {
		const project = this.projects.get(`${projectId}`);
		if (!project) throw new Error(`There is no project ${projectId}.`);
		return project;
	}

	/** The project that a question is about; undefined when there is none. */
	projectAskedFor(id: string): Project | undefined {
		const digits = /^\d+/.exec(id)?.[0];
		const lenient = this.settings.idReading === 'lenient' && digits !== undefined;
		return this.projects.get(id) ?? (lenient ? this.projects.get(`${BigInt(digits)}`) : undefined);
	}

	/** Whether the clips are ready, or the failure is known. */
	isFinished(project: Project): boolean {
		return this.now() >= project.readyAt;
	}

	/** Body of the answer to an accepted create. */
	createdBody(project: Project) {
		return {
			code: 2000,
			projectId: this.wireId(project, project.projectId),
			shareLink: this.shareLink(project),
			errMsg: '',
		};
	}

	/** Body of the answer to a query. */
	queryBody(project: Project) {
		const body = this.isFinished(project)
			? this.finishedBody(project)
			: { code: 1000, projectId: this.wireId(project, project.projectId), videos: [], errMsg: '' };
		return this.settings.namesProject ? body : { ...body, projectId: undefined };
	}

	/** Body of the query once a project is finished, and of the webhook. Every call makes fresh links. */
	finishedBody(project: Project) {
		const projectId = this.wireId(project, project.projectId);
		if (project.fails) return { code: 4002, projectId, videos: [], errMsg: 'clipping failed' };
		const { projectName, creditsUsed } = project;
		const listed = this.settings.listSource ? [project.source, ...project.clips] : project.clips;
		const videos = listed.map((clip) => this.wireClip(project, clip));
		const shareLink = this.shareLink(project);
		return { code: 2000, projectId, projectName, shareLink, creditsUsed, videos, errMsg: '' };
	}

	/** A fresh signed link to the file of a clip. */
	fileLink({ fileName }: Clip): string {
		const path = `/media/${fileName}`;
		const expires = Math.floor(this.now() / 1000 + this.settings.linkSeconds);
		return `${this.origin()}${path}?${this.links.sign(path, expires)}`;
	}

	/** What is behind the path of a link, whatever its signature. */
	fileAt(path: string): ServedFile | undefined {
		return this.files.get(path.replace(/^\/media\//, ''));
	}

	/** Whether the query string of a link is genuine and not over. */
	checkLink(path: string, query: URLSearchParams) {
		return this.links.check(path, query, this.now());
	}

	/** The bytes of a clip's file; no two clips have the same. */
	fileBytes({ film, videoId }: Clip): Buffer {
		return withFreeBox(film.bytes, `clip ${videoId}`);
	}

	private wireId({ idStyle }: Project, id: string): string | bigint {
		return idStyle === 'string' ? id : BigInt(id);
	}

	private wireClip(project: Project, clip: Clip) {
		const older = this.settings.shape === 'older';
		const { viralScore, topics } = clip;
		return {
			videoId: this.wireId(project, clip.videoId),
			videoUrl: this.fileLink(clip),
			videoMsDuration: clip.film.durationMs,
			title: clip.title,
			transcript: clip.transcript,
			viralScore: older ? viralScore : (viralScore?.toFixed(1) ?? null),
			viralReason: clip.viralReason,
			relatedTopic: older ? topics : JSON.stringify(topics),
			clipEditorUrl: `${this.origin()}/#clip-${clip.videoId}`,
			starred: 0,
			disliked: 0,
		};
	}

	private shareLink({ projectId }: Project): string {
		return `${this.origin()}/#project-${projectId}`;
	}

	/** Only submissions that became projects count: a refused one costs the account nothing. */
	private isOverLimit(): boolean {
		const limits = this.settings.submissionLimits;
		if (!limits) return false;
		const ages = [...this.projects.values()].map(({ submittedAt }) => this.now() - submittedAt);
		const younger = (seconds: number) => ages.filter((age) => age < seconds * 1000).length;
		return younger(60) >= limits.perMinute || younger(3600) >= limits.perHour;
	}
}
