/*
 * Limits that messages quote; those of the service are from the interface, Limits.
 */

/** File kinds of a remote file (interface, ext). */
export const EXTENSIONS = ['3gp', 'avi', 'mov', 'mp4'] as const;

/** How many submissions the service accepts; published figures (field notes, Create). */
export const SUBMISSION_LIMITS = { perMinute: 3, perHour: 20 } as const;

export const VIDEO_LIMITS = {
	length: { minMinutes: 1, maxMinutes: 600 },
	size: '10 GB',
	resolution: '4K',
} as const;

/** Bytes in a megabyte, as file managers count them. */
export const MEGABYTE = 1024 * 1024;

/** In bytes. A project of 100 clips, the most that the service documents, takes less than two megabytes in any script. */
export const LARGEST_BODY = 12 * MEGABYTE;

/** How long a call of the service may take in all, in milliseconds. */
export const LONGEST_REQUEST = 120_000;
