/** What the example workflows send files and notices to, as real servers on this machine. */
export { feedVideos, type FeedVideo } from './feed';
export { bucket } from './s3';
export { startReceivers } from './server';
export type { Notice, Receivers, ReceiversOptions, S3Account, StoredFile, Upload } from './types';
