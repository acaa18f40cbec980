/** The part of multer that is used here; the package has no types of its own. */
declare module 'multer' {
	import type { RequestHandler } from 'express';

	interface Multer {
		/** Takes requests with one file in a field of this name. */
		single(fieldName: string): RequestHandler;
	}

	function multer(options: { dest: string; defParamCharset: 'utf8' }): Multer;

	export = multer;
}
