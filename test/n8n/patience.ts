/**
 * Tests here wait for a real n8n. Each wait for something has a limit of its own, that of `stuckAfter`; this one is for what needs
 * several of them, such as twenty restarts, and for installing n8n first. On a quiet machine the longest test takes a quarter of it.
 */
jest.setTimeout(20 * 60_000);
