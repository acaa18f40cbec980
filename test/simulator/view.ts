import type { Clip, Project } from './projects';
import type { Service } from './service';
import type { Delivery } from './types';

const isoTime = (ms: number) => (Number.isFinite(ms) ? new Date(ms).toISOString() : null);

function statusOf(service: Service, project: Project): 'processing' | 'ready' | 'failed' {
	if (!service.isFinished(project)) return 'processing';
	return project.fails ? 'failed' : 'ready';
}

function describeProject(service: Service, project: Project) {
	const { projectId, projectName, submission, submittedAt, readyAt, clips } = project;
	return {
		projectId,
		projectName,
		status: statusOf(service, project),
		videoUrl: submission.videoUrl,
		submittedAt: isoTime(submittedAt),
		readyAt: isoTime(readyAt),
		clipCount: statusOf(service, project) === 'ready' ? clips.length : 0,
	};
}

/** The projects, oldest first, and the submissions counted by the code that they were answered with. */
export function overview(service: Service) {
	const { ledger, projects } = service;
	const byCode: Record<string, number> = {};
	for (const { code } of ledger) byCode[`${code ?? 'none'}`] = (byCode[`${code ?? 'none'}`] ?? 0) + 1;
	return {
		projects: [...projects.values()].map((project) => describeProject(service, project)),
		submissions: { total: ledger.length, created: projects.size, byCode },
	};
}

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Text as HTML shows it. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const style = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #222; background: #fff; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin: 2rem 0 0; } p { margin: .2rem 0; } .quiet { color: #666; }
table { border-collapse: collapse; width: 100%; margin-top: .5rem; }
th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid #ddd; vertical-align: top; }
td.number, th.number { text-align: right; } code { background: #f2f2f2; padding: 0 .2rem; } a { color: #0b57a4; }
:target { background: #fff6d6; }`;

function clipRow(service: Service, clip: Clip): string {
	const { videoId, title, viralScore, film, topics } = clip;
	return `<tr id="clip-${videoId}"><td class="number">${viralScore?.toFixed(1) ?? ''}</td><td class="number">${
		film.durationMs / 1000
	} s</td><td dir="auto"><a href="${escapeHtml(service.fileLink(clip))}">${escapeHtml(title)}</a></td><td dir="auto">${escapeHtml(topics.join(', '))}</td></tr>`;
}

function projectSection(service: Service, project: Project): string {
	const { projectId, projectName, submission, submittedAt, clips } = project;
	const status = statusOf(service, project);
	const best = [...clips].sort((a, b) => (b.viralScore ?? 0) - (a.viralScore ?? 0));
	const rows = status === 'ready' ? best.map((clip) => clipRow(service, clip)) : [];
	const table = `<table><tr><th class="number">Score</th><th class="number">Length</th><th>Title</th><th>Topics</th></tr>
${rows.join('\n')}</table>`;
	return `<section id="project-${projectId}"><h2 dir="auto">${escapeHtml(projectName)}</h2>
<p>Project ${projectId}: <strong>${status}</strong>, submitted ${isoTime(submittedAt) ?? ''}</p>
<p class="quiet">${escapeHtml(submission.videoUrl)}</p>${rows.length ? table : ''}</section>`;
}

/** The web page of the simulator: no scripts, nothing from elsewhere; it reloads itself while something is under way. */
export function page(
	service: Service,
	{ baseUrl, deliveries }: { readonly baseUrl: string; readonly deliveries: readonly Delivery[] },
): string {
	const projects = [...service.projects.values()].reverse();
	const { total, created } = overview(service).submissions;
	const isBusy = projects.some((project) => Number.isFinite(project.readyAt) && !service.isFinished(project));
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
${isBusy ? '<meta http-equiv="refresh" content="3">' : ''}<title>Video clipping simulator</title><style>${style}</style></head>
<body><h1>Video clipping simulator</h1>
<p>Base URL <code>${escapeHtml(baseUrl)}</code>. Submissions: ${total}, projects: ${created}, webhook calls: ${deliveries.length}.</p>
<p class="quiet">The same as JSON: <a href="/projects">projects</a>, <a href="/control/ledger">submissions</a>,
<a href="/control/requests">requests</a>, <a href="/control/deliveries">webhook calls</a>.</p>
<p class="quiet">A workflow that waits goes on later than a project is ready here: it checks for the first time after one to two minutes.</p>
${projects.map((project) => projectSection(service, project)).join('\n') || '<p>No project yet.</p>'}
</body></html>
`;
}
