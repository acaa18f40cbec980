/** A file as it came, told by its bytes. */
export interface ReceivedFile {
	/** Bytes. */
	readonly size: number;
	/** In hexadecimal digits. */
	readonly sha256: string;
	readonly contentType: string;
}

/** A video that a platform has taken, and what it was told about it. */
export interface Post {
	readonly platform: 'youtube' | 'tiktok' | 'instagram';
	readonly file: ReceivedFile;
	/** The texts and settings, in the words of the platform. */
	readonly about: Readonly<Record<string, unknown>>;
}

/** A message of a bot, with the buttons below it. */
export interface ChatMessage {
	readonly chatId: string;
	readonly text: string;
	readonly buttons: ReadonlyArray<{ readonly text: string; readonly url: string }>;
}

/** The tokens that the platforms accept. */
export const tokens = {
	youtube: 'token-of-youtube',
	tiktok: 'token-of-tiktok',
	instagram: 'token-of-instagram',
	telegram: '123456:token-of-telegram',
} as const;
