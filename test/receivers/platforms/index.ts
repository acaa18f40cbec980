/** The platforms that the examples post to, played on this machine at their own addresses. */
export { startPlatforms, type Platforms } from './server';
export { tokens, type ChatMessage, type Post, type ReceivedFile } from './types';
