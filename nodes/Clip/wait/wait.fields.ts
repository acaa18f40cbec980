import type { INodeProperties } from 'n8n-workflow';
import { projectIdField } from './projectItems';
import { waitModeField } from './waitMode.fields';
import { waitOptions } from './waitOptions.fields';

const showOnlyForWait = { operation: ['wait'] };

/** The parameters of the Wait operation. */
export const description: INodeProperties[] = [
	projectIdField({ show: showOnlyForWait }),
	waitModeField({ show: showOnlyForWait }),
	waitOptions({ show: showOnlyForWait }),
];
