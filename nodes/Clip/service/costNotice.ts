import type { INodeProperties } from 'n8n-workflow';
import { inNode, type Shown } from '../n8n/toolFields';

/** Says beside the button of a node that submits nothing what else the button does: n8n executes what comes before, too. */
export const costNotice = (show: Shown): INodeProperties => ({
	displayName:
		'Executing this step can also execute a Create before it, which costs minutes, unless the output of Create is pinned.',
	name: 'costNotice',
	type: 'notice',
	default: '',
	displayOptions: inNode(show),
});
