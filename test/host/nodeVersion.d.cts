/**
 * What is wrong with this Node, if anything.
 *
 * @param version - as `process.version` gives it
 * @returns a sentence for a person
 */
export function complaintAboutNode(version: string): string | undefined;
