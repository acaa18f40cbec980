import { readArguments } from '../../host/arguments';
import { complaintAboutNode } from '../../host/nodeVersion.cjs';

describe('the arguments of npm start', () => {
	it('has the usual ports and keeps earlier data when nothing is given', () => {
		expect(readArguments([])).toEqual({
			once: false,
			fresh: false,
			help: false,
			port: 5678,
			simulatorPort: 4010,
			receiverPort: 4011,
		});
	});

	it('takes every option', () => {
		expect(
			readArguments(['--port', '6000', '--simulator-port=6001', '--receiver-port=6002', '--fresh']),
		).toMatchObject({
			fresh: true,
			port: 6000,
			simulatorPort: 6001,
			receiverPort: 6002,
		});
		expect(readArguments(['--once'])).toMatchObject({ once: true });
		expect(readArguments(['-h'])).toMatchObject({ help: true });
	});

	it.each([['0'], ['65536'], ['-1'], ['80.5'], ['http'], ['']])('refuses the port "%s" by name', (port) => {
		expect(() => readArguments([`--port=${port}`])).toThrow('--port takes a number from 1 to 65535');
		expect(() => readArguments([`--simulator-port=${port}`])).toThrow('--simulator-port takes a number');
	});

	it('shows the usage when an option is unknown or lacks its value', () => {
		expect(() => readArguments(['--twice'])).toThrow('Usage: npm start');
		expect(() => readArguments(['--port'])).toThrow('Usage: npm start');
		expect(() => readArguments(['once'])).toThrow('Usage: npm start');
	});

	it('refuses what contradicts itself', () => {
		expect(() => readArguments(['--once', '--port', '6000'])).toThrow('leave the other options out');
		expect(() => readArguments(['--once', '--fresh'])).toThrow('leave the other options out');
		expect(() => readArguments(['--once', '--receiver-port', '6000'])).toThrow('leave the other options out');
		expect(() => readArguments(['--port', '4010'])).toThrow('cannot both have port 4010');
		expect(() => readArguments(['--receiver-port', '4010'])).toThrow('cannot share port 4010');
	});
});

describe('the version of Node', () => {
	it.each(['v20.19.0', 'v20.20.2', 'v22.0.0', 'v24.21.0'])('accepts %s', (version) => {
		expect(complaintAboutNode(version)).toBeUndefined();
	});

	it.each(['v18.20.4', 'v20.18.3'])('says of %s what is needed', (version) => {
		expect(complaintAboutNode(version)).toContain(`This is Node ${version}, but 20.19 or newer is needed`);
	});
});
