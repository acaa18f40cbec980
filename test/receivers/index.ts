/** What the example workflows send files and notices to, as real servers on this machine. */
export { feedVideos } from './feed';
export { startRecorder, type Call, type Recorder, type Reply } from './recorder';
export type { S3Account } from './s3';
export { startReceivers, type Receivers } from './server';
