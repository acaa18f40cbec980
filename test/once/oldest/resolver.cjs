'use strict';
const { join, sep } = require('node:path');

const host = process.env.N8N_HOST_DIR || join(__dirname, '../../../.n8n-host');
const folder = join(host, 'oldest');
/** What n8n gives to a node package, and what the tests take from n8n. */
const given = /^(n8n-core|n8n-workflow|@n8n\/[^/]+|zod)(\/|$)/;

/**
 * Resolves a module for jest: what n8n brings comes from the oldest engine, for the nodes and the tests alike. Within that
 * engine, and for everything else, nothing is changed.
 */
module.exports = (request, options) =>
	given.test(request) && !options.basedir.startsWith(folder + sep)
		? options.defaultResolver(request, { ...options, basedir: folder })
		: options.defaultResolver(request, options);
