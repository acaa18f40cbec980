import type { Clip, Project } from './projects';
import type { Service } from './service';
import type { Simulator } from './types';

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Text as HTML shows it. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** How far a project is. */
function statusOf({ readyAt, failure }: Project): 'processing' | 'ready' | 'failed' {
	if (Date.now() < readyAt) return 'processing';
	return failure === null ? 'ready' : 'failed';
}

const style = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #222; background: #fff; }
h2 { font-size: 1.1rem; margin: 2rem 0 0; } td { padding: .3rem .6rem .3rem 0; border-bottom: 1px solid #ddd; } :target { background: #fff6d6; }`;

function clipRow(service: Service, clip: Clip): string {
	const { videoId, title, viralScore, film, topics } = clip;
	return `<tr id="clip-${videoId}"><td>${viralScore.toFixed(1)}</td><td>${film.durationMs / 1000} s</td>
<td dir="auto"><a href="${escapeHtml(service.fileLink(clip))}">${escapeHtml(title)}</a></td><td dir="auto">${escapeHtml(topics.join(', '))}</td></tr>`;
}

function projectSection(service: Service, project: Project): string {
	const { projectId, projectName, submission, clips } = project;
	const status = statusOf(project);
	const best = status === 'ready' ? [...clips].sort((a, b) => b.viralScore - a.viralScore) : [];
	return `<section id="project-${projectId}"><h2 dir="auto">${escapeHtml(projectName)}</h2>
<p>Project ${projectId}: <strong>${status}</strong>. ${escapeHtml(submission.videoUrl)}</p>
<table>${best.map((clip) => clipRow(service, clip)).join('\n')}</table></section>`;
}

/** The web page of the simulator: no scripts, nothing from elsewhere; it reloads itself while something is under way. */
export function page(service: Service, baseUrl: string): string {
	const projects = [...service.projects.values()].reverse();
	const isBusy = projects.some(
		(project) => Number.isFinite(project.readyAt) && statusOf(project) === 'processing',
	);
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
${isBusy ? '<meta http-equiv="refresh" content="3">' : ''}<title>Video clipping simulator</title><style>${style}</style></head>
<body><h1>Video clipping simulator</h1>
<p>Base URL <code>${escapeHtml(baseUrl)}</code>. All that came in, as JSON: <a href="/control">control</a>.</p>
<p>A workflow that waits goes on later than a project is ready here: it checks for the first time after one to two minutes.</p>
${projects.map((project) => projectSection(service, project)).join('\n') || '<p>No project yet.</p>'}
</body></html>
`;
}

/** All that came in, and what became of it. */
export const stateOf = ({ projects, settings }: Service, { faults, ledger, requests }: Simulator) => ({
	settings: { ...settings, stories: undefined },
	projects: [...projects.values()].map((project) => ({
		projectId: project.projectId,
		status: statusOf(project),
		clipCount: statusOf(project) === 'ready' ? project.clips.length : 0,
		videoUrl: project.submission.videoUrl,
	})),
	faults: faults.pending,
	submissions: ledger,
	requests,
});
