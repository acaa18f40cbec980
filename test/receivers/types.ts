/** How n8n's credential "S3" is filled in for the S3 server here. */
export interface S3Account {
	readonly endpoint: string;
	readonly region: string;
	readonly accessKeyId: string;
	readonly secretAccessKey: string;
	readonly forcePathStyle: boolean;
}

/** A file that came in a multipart request, with the other fields of the request. */
export interface Upload {
	/** The last part of the address under which it is served again. */
	readonly id: string;
	readonly name: string;
	readonly contentType: string;
	/** Bytes. */
	readonly size: number;
	/** Of the bytes as they came, in hexadecimal digits. */
	readonly sha256: string;
	readonly fields: Readonly<Record<string, string>>;
}

/** A file that the S3 server keeps. */
export interface StoredFile {
	readonly key: string;
	readonly contentType: string;
	/** Bytes. */
	readonly size: number;
	/** Where anybody can get it. */
	readonly url: string;
}

/** What came to the address for notices. */
export interface Notice {
	/** The parsed JSON. */
	readonly body: unknown;
}

/** How to start the receivers. */
export interface ReceiversOptions {
	/** TCP port on 127.0.0.1; 0 (the default) takes any free one. */
	readonly port?: number;
	/** A folder for the files that come in. */
	readonly folder: string;
}

/** Running receivers. */
export interface Receivers {
	/** For example `http://127.0.0.1:4011`: a page that shows what came in. */
	readonly origin: string;
	readonly s3: S3Account;
	/** Where one webhook call goes that is meant for several workflows, see {@link Receivers.relayTo}. */
	readonly relayUrl: string;
	/** Every upload by multipart request, oldest first. */
	readonly uploads: readonly Upload[];
	/** Every notice, oldest first. */
	readonly notices: readonly Notice[];
	/** What the S3 server keeps, by key. */
	storedFiles(): Promise<StoredFile[]>;
	/** Chooses the webhooks that a call of the relay is handed to. */
	relayTo(urls: readonly string[]): void;
	/** Stops listening and ends open connections. The folder stays. */
	close(): Promise<void>;
}
