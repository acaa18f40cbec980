/** One way to sign a link. */
interface Signature {
	/** The names of its parameters. */
	names: RegExp;
	/** Where these names mean nothing else; everywhere if absent. */
	where?: (link: URL) => boolean;
	/** When the link stops working, epoch milliseconds, by its query; null when that does not say. */
	until?: (query: string) => number | null;
}

/** If the path names the file, the query does not. */
const endsInFileName = ({ pathname }: URL): boolean => /\.(?:3gp|avi|m4v|mkv|mov|mp4|webm)$/i.test(pathname);

/** Seconds have ten digits until the year 2286, milliseconds thirteen; what has fewer is a duration. */
function readDate(query: string): number | null {
	const digits = /(?:^|&)(?:expires?|exp)=(\d{10}|\d{13})(?:&|$)/i.exec(query)?.[1] ?? '';
	return digits === '' ? null : Number(digits) * (digits.length > 10 ? 1 : 1_000);
}

/** Reads a start such as 20250131T235959Z and a duration in seconds; the link works until their sum. */
function readStartAndDuration(query: string): number | null {
	const date = /(?:^|&)x-(?:amz|goog|oss)-date=(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:&|$)/i.exec(query);
	const seconds = /(?:^|&)x-(?:amz|goog|oss)-expires=(\d+)(?:&|$)/i.exec(query)?.[1];
	if (date === null || seconds === undefined) return null;
	const [, year, month, day, hour, minute, second] = date;
	return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) + Number(seconds) * 1_000;
}

const SIGNATURES: readonly Signature[] = [
	// Amazon S3 and what speaks like it, Google Cloud Storage, Alibaba OSS.
	{ names: /^x-(?:amz|goog|oss)-(?!process).*$/i, until: readStartAndDuration },
	// Their older ways, and CloudFront.
	{
		names:
			/^(?:signature|expires|key-pair-id|policy|awsaccesskeyid|googleaccessid|ossaccesskeyid|security-token)$/i,
		where: ({ search }) => /[?&]signature=/i.test(search),
		until: readDate,
	},
	// Tencent COS.
	{
		names: /^(?:q-(?:ak|signature|[a-z-]*(?:algorithm|time|list))|x-cos-security-token)$/i,
	},
	// Akamai.
	{ names: /^(?:hdnts|hdnea)$/i },
	// Azure, whose names are too short to be taken for a signature unless `sig` is there, and a file or Azure's version.
	{
		names: /^(?:sig|se|st|sp|sv|sr|spr|sks|skv|ske|skt|skoid|sktid)$/i,
		where: (link) =>
			link.searchParams.has('sig') &&
			(endsInFileName(link) || /^\d{4}-\d\d-\d\d$/.test(link.searchParams.get('sv') ?? '')),
	},
	// Supabase.
	{
		names: /^token$/i,
		where: (link) => endsInFileName(link) && link.pathname.includes('/storage/v1/object/sign/'),
	},
	// Bunny. Its date has the form of CloudFront's, which is looked for in every link.
	{
		names: /^(?:token|expires)$/i,
		where: (link) =>
			endsInFileName(link) && ['token', 'expires'].every((name) => link.searchParams.has(name)),
	},
	// SharePoint.
	{
		names: /^tempauth$/i,
		where: (link) => endsInFileName(link) || link.searchParams.has('UniqueId'),
	},
	// Discord, which signs an attachment anew each time.
	{
		names: /^(?:ex|is|hm)$/,
		where: (link) => endsInFileName(link) && ['ex', 'is', 'hm'].every((name) => link.searchParams.has(name)),
	},
];

/** @returns when a link stops working, ISO 8601; null when it does not say */
export function expiryOf(link: string): string | null {
	// `new URL` would double the time that reading a clip takes.
	const query = /^https?:[^?#]*\?([^#]*)/i.exec(link)?.[1];
	if (query === undefined) return null;
	for (const { until } of SIGNATURES) {
		const date = new Date(until?.(query) ?? NaN);
		if (!Number.isNaN(date.getTime())) return date.toISOString();
	}
	return null;
}

/** Removes what signs a link. What is doubtful stays: a missed video is worse than one that is paid for twice. */
export function removeSignature(link: URL): void {
	const signing = SIGNATURES.filter(({ where }) => where?.(link) ?? true);
	for (const name of [...link.searchParams.keys()]) {
		if (signing.some(({ names }) => names.test(name))) link.searchParams.delete(name);
	}
}
