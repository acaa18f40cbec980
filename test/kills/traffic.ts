import type { LedgerEntry, RequestEntry, Simulator } from '../simulator';

/** What the service has seen of one batch. */
export interface Footprint {
	/** Every submission that reached it, oldest first. */
	readonly submissions: LedgerEntry[];
	/** Every question for one of its projects, oldest first. */
	readonly questions: Question[];
}

/** A question for a project. */
export interface Question {
	projectId: string;
	request: RequestEntry;
}

/** The mark of a batch and the place of the video in it, in the URL of a video. */
const source = /media\.example\.com\/([\w-]+)-(\d+)\//;

/** What the simulator has noted, by batch. It reads on from where it stopped, since it is asked very often. */
export class Traffic {
	private entriesRead = 0;
	private requestsRead = 0;
	private readonly byMark = new Map<string, Footprint>();
	private readonly byProject = new Map<string, Footprint>();

	constructor(private readonly simulator: Simulator) {}

	/** What the service has seen of a batch so far. */
	of(mark: string): Footprint {
		this.readOn();
		return this.footprint(mark);
	}

	private footprint(mark: string): Footprint {
		const known = this.byMark.get(mark) ?? { submissions: [], questions: [] };
		this.byMark.set(mark, known);
		return known;
	}

	private readOn(): void {
		const { ledger, requests } = this.simulator;
		for (const entry of ledger.slice(this.entriesRead)) {
			const [, mark] = source.exec(entry.rawBody) ?? [];
			if (mark === undefined) continue;
			const footprint = this.footprint(mark);
			footprint.submissions.push(entry);
			if (entry.projectId !== null) this.byProject.set(entry.projectId, footprint);
		}
		this.entriesRead = ledger.length;
		for (const request of requests.slice(this.requestsRead)) {
			const [, projectId = ''] = /\/query\/(\d+)$/.exec(request.path) ?? [];
			this.byProject.get(projectId)?.questions.push({ projectId, request });
		}
		this.requestsRead = requests.length;
	}
}

/** Which video of its batch a submission is for, from 0. */
export const placeOf = ({ rawBody }: LedgerEntry): number => Number(source.exec(rawBody)?.[2]);
