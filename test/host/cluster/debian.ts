/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { HostError } from '../errors';
import { underLock } from '../lock';
import { hostFolder, logFileOf } from '../paths';
import type { Progress } from '../progress';
import { once } from '../stamp';
import { onPath, runProgram, type ProgramResult } from './program';

/** Packages whose files a program needs to run: itself, libraries and a font, but no compiler of queries and no texts. */
const needed =
	/^(postgresql-\d|redis-|lua-|chromium|fontconfig-config|fonts-dejavu|lib(?!c6|c-|llvm|z3|perl|.*-perl$|.*-dev$))/;

/** The names of the packages that `apt-get --simulate install` would install, as far as a program needs their files. */
function neededPackages(simulation: string): string[] {
	return [...simulation.matchAll(/^Inst (\S+)/gm)]
		.map(([, name = '']) => name)
		.filter((name) => needed.test(name));
}

const logFile = () => logFileOf('debian');

interface Apt {
	(args: string[]): Promise<ProgramResult>;
	cwd: string;
}

/**
 * @param lists - A folder for package lists of our own; those of the system, which only root may renew, when not given.
 */
function createApt(cwd: string, lists?: string): Apt {
	const cache = ['-o', 'Dir::Cache::pkgcache=', '-o', 'Dir::Cache::srcpkgcache='];
	// What the system keeps about its own lists is no place for ours.
	const own = lists === undefined ? [] : ['-o', `Dir::State::lists=${lists}`, ...cache];
	// The folder may be root's own, where apt's usual helper user cannot write.
	const common = [...own, '-o', 'APT::Sandbox::User=root'];
	const apt = async ([command = '', ...args]: string[]) =>
		await runProgram({ file: command, args: [...common, ...args], cwd, logFile: logFile() });
	return Object.assign(apt, { cwd });
}

/** A package such as `postgresql` holds nothing but the name of the one with the current version. */
async function currentVersionOf(apt: Apt, name: string): Promise<string> {
	const { output } = await apt(['apt-cache', 'depends', name]);
	return new RegExp(`Depends: (${name}-\\d+)$`, 'm').exec(output)?.[1] ?? name;
}

/** Downloads a package with its companions, and what they need and the system lacks, into the current folder. */
async function download(apt: Apt, { name, companions = [] }: DebianPackage): Promise<boolean> {
	const current = await currentVersionOf(apt, name);
	const simulation = await apt([
		'apt-get',
		'--simulate',
		'--no-install-recommends',
		'--reinstall',
		'install',
		current,
		...companions,
	]);
	const names = neededPackages(simulation.output);
	if (!simulation.succeeded || !names.includes(current)) return false;
	return (await apt(['apt-get', 'download', ...names])).succeeded;
}

async function unpack(from: string, to: string): Promise<void> {
	for (const name of readdirSync(from).filter((entry) => entry.endsWith('.deb'))) {
		const args = ['--extract', join(from, name), to];
		const { succeeded } = await runProgram({ file: 'dpkg-deb', args, cwd: from, logFile: logFile() });
		if (!succeeded) throw new HostError(`The package ${name} could not be unpacked.`, logFile());
	}
}

function osRelease(): string {
	return existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
}

async function fetchPackage(wanted: DebianPackage, folder: string, failure: string): Promise<void> {
	const packages = join(folder, 'packages');
	const lists = join(folder, 'lists');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(packages, { recursive: true });
	if (!(await download(createApt(packages), wanted))) {
		mkdirSync(join(lists, 'partial'), { recursive: true });
		const apt = createApt(packages, lists);
		// Its result says little: one unreachable source of many fails it, and none of the needed may be missing.
		await apt(['apt-get', 'update']);
		if (!(await download(apt, wanted))) throw new HostError(failure, logFile());
	}
	await unpack(packages, join(folder, 'root'));
	for (const used of [packages, lists]) rmSync(used, { recursive: true, force: true });
}

/** What to get from Debian. */
export interface DebianPackage {
	name: string;
	/** Parts that it needs beside it, to be had from its folder even where the system has them. */
	companions?: string[];
}

/**
 * Gets a package of Debian (or of a system made from it) with the libraries that the system lacks, without installing
 * it: its files are unpacked into the host folder, once. No rights of root are needed.
 *
 * @param advice - what a person can do instead
 * @returns The folder that stands for the root of the file system, or `undefined` where there is no `apt-get`.
 * @throws HostError when it cannot be downloaded.
 */
export async function ensureDebianPackage(
	wanted: DebianPackage,
	advice: string,
	progress: Progress,
): Promise<string | undefined> {
	const { name } = wanted;
	if (onPath('apt-get') === undefined || onPath('dpkg-deb') === undefined) return undefined;
	const folder = join(hostFolder(), 'debian', name);
	await underLock(join(hostFolder(), 'debian.lock'), progress, () =>
		once(join(hostFolder(), 'debian', `${name}.json`), { name, release: osRelease() }, () =>
			progress.step(`downloading ${name} (only the first time)`, () =>
				fetchPackage(wanted, folder, `The package ${name} could not be downloaded. ${advice}`),
			),
		),
	);
	return join(folder, 'root');
}

const foldersIn = (folder: string): string[] =>
	readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => join(folder, name));

/**
 * The folders with libraries below an unpacked root, as `LD_LIBRARY_PATH` names them. Some libraries keep parts of their own one
 * folder deeper, and look for them below the root of the system only.
 */
export function libraryPath(root: string): string {
	const tops = ['usr/lib', 'lib'].map((name) => join(root, name)).filter((folder) => existsSync(folder));
	const folders = tops.flatMap((top) => {
		const ofMachine = foldersIn(top).filter((folder) => basename(folder).includes('-linux-'));
		return [top, ...ofMachine, ...ofMachine.flatMap(foldersIn)];
	});
	return folders.join(':');
}
