import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type PackedCli, packCli } from './cli-package/pack-cli.ts';
import { readUnreleased, releaseChangelog } from './release/changelog.ts';
import { commitRelease } from './release/commit-release.ts';
import { runGit } from './release/git.ts';
import { listWrongPackages } from './release/installed-packages.ts';
import { buildTagName, findObstacles, RELEASE_BRANCH, type RepositoryState } from './release/obstacles.ts';
import { buildReleaseNames, setReleaseVersion, setVersion } from './release/set-version.ts';
import { withSignalHandler } from './release/signals.ts';

/**
 * Releases a version: `npm run release -- 0.2.0`. See docs/releasing.md.
 *
 * Checks first, then packs into a temporary folder, then writes, commits and tags. Nothing is changed before the last
 * step, and a failure in it is undone. Nothing is pushed.
 */
const USAGE = 'Usage: npm run release -- VERSION [--dry-run] [--into FOLDER]';
const versionFiles = ['package.json', 'package-lock.json'];
const root = join(import.meta.dirname, '..');
const readText = (path: string) => readFile(join(root, path), 'utf8');

process.exitCode = await main();

/** Returns the exit code: 0 for released, 1 for refused or failed, 2 for a usage error. */
async function main(): Promise<number> {
  const options = readOptions();
  if (options === undefined) {
    console.error(USAGE);
    return 2;
  }
  const { version, isDryRun, into } = options;
  const head = await runGit(root, ['rev-parse', 'HEAD']);
  const { changelog, ...state } = await readState(version, into);
  const obstacles = findObstacles(version, { changelog, ...state });
  if (obstacles.length > 0) {
    console.error([`${version} cannot be released:`, ...obstacles.map((text) => `  - ${text}`)].join('\n'));
    return 1;
  }

  const notes = readUnreleased(changelog) ?? '';
  const date = new Date().toISOString().slice(0, 10);
  const files = new Map([['CHANGELOG.md', releaseChangelog(changelog, version, date)]]);
  for (const path of versionFiles) files.set(path, setVersion(await readText(path), version));
  for (const path of await listDocuments(state.currentVersion))
    files.set(path, setReleaseVersion(await readText(path), state.currentVersion, version));
  if (isDryRun) {
    printPlan(version, date, notes, [...files.keys()], into);
    return 0;
  }

  const folder = await mkdtemp(join(tmpdir(), 'a11y-scan-release-'));
  try {
    const packed = await packUnchanged(folder, version, head);
    if (packed === undefined) {
      console.error('The repository has changed during packing. Nothing is released; try again.');
      return 1;
    }
    const { tarball, sbom } = packed;
    const artifacts = await commitRelease(root, into, { version, notes, files, artifacts: [tarball, sbom] });
    console.log(`Released ${version}: commit and tag ${buildTagName(version)}. SHA-256 of the artifacts:\n`);
    for (const path of artifacts) console.log(`${await hashFile(path)}  ${relative(process.cwd(), path)}`);
    console.log(
      `\nNothing is pushed. To publish:\n\n  git push --atomic origin ${RELEASE_BRANCH} ${buildTagName(version)}`,
    );
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Packs the CLI into a temporary folder. After a signal the folder is removed and the process ends as soon as the steps
 * that run have ended, which takes some seconds: their processes could write files after the removal.
 * @returns undefined if the repository has changed meanwhile, because packing takes some seconds
 */
function packUnchanged(folder: string, version: string, head: string): Promise<PackedCli | undefined> {
  let received: NodeJS.Signals | undefined;
  const stop = new AbortController();
  const onSignal = (signal: NodeJS.Signals) => {
    received ??= signal;
    stop.abort();
  };
  return withSignalHandler(onSignal, async () => {
    // Whatever packing writes to the folder of temporary files is removed too.
    process.env.TMPDIR = folder;
    const [packing] = await Promise.allSettled([packCli(folder, version, stop.signal)]);
    if (received !== undefined) {
      rmSync(folder, { recursive: true, force: true });
      process.exit(128 + constants.signals[received]);
    }
    if (packing.status === 'rejected') throw packing.reason;
    const packed = packing.value;
    const isUnchanged = (await runGit(root, ['rev-parse', 'HEAD'])) === head;
    return isUnchanged && (await listChanges()).length === 0 ? packed : undefined;
  });
}

function readOptions(): { version: string; isDryRun: boolean; into: string } | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false }, into: { type: 'string' } },
    });
    const [version, ...others] = positionals;
    if (version === undefined || others.length > 0) return undefined;
    return { version, isDryRun: values['dry-run'], into: resolve(values.into ?? join(root, 'release')) };
  } catch (error) {
    console.error((error as Error).message);
    return undefined;
  }
}

async function readState(version: string, into: string): Promise<RepositoryState> {
  return {
    branch: await runGit(root, ['branch', '--show-current']),
    changes: await listChanges(),
    wrongPackages: await listWrongPackages(root),
    commitsBehind: await countCommitsBehind(),
    existingArtifacts: buildArtifactNames(version)
      .map((name) => join(into, name))
      .filter((path) => existsSync(path)),
    tags: splitLines(await runGit(root, ['tag', '--list'])),
    currentVersion: (JSON.parse(await readText('package.json')) as { version: string }).version,
    changelog: await readText('CHANGELOG.md'),
  };
}

/** Counts the commits that the remote branch has and HEAD does not; 0 without a remote branch. */
async function countCommitsBehind(): Promise<number> {
  const remote = `refs/remotes/origin/${RELEASE_BRANCH}`;
  if ((await runGit(root, ['for-each-ref', '--format=%(refname)', remote])) === '') return 0;
  return Number(await runGit(root, ['rev-list', '--count', `HEAD..${remote}`]));
}

function buildArtifactNames(version: string): string[] {
  return [`a11y-scan-${version}.tgz`, `a11y-scan-${version}.cdx.json`];
}

async function listChanges(): Promise<string[]> {
  return splitLines(await runGit(root, ['status', '--porcelain']));
}

/**
 * Lists the documents that name a version of the CLI package or of the Action. Decisions keep the version of their
 * time.
 */
async function listDocuments(version: string): Promise<string[]> {
  const args = ['ls-files', '--', '*.md', ':!CHANGELOG.md', ':!docs/decisions'];
  const documents = splitLines(await runGit(root, args));
  const texts = await Promise.all(documents.map(readText));
  return documents.filter((_, index) =>
    buildReleaseNames(version).some((name) => texts[index]?.includes(name)),
  );
}

function splitLines(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

function printPlan(
  version: string,
  date: string,
  notes: string,
  files: readonly string[],
  into: string,
): void {
  console.log(
    [
      `${version} can be released. Without --dry-run, this would:`,
      `  - pack ${buildArtifactNames(version).join(' and ')} into ${into}`,
      `  - set the version in ${files.filter((path) => path !== 'CHANGELOG.md').join(', ')}`,
      `  - move the section "Unreleased" of CHANGELOG.md to "${version} - ${date}":\n`,
      ...notes.split('\n').map((line) => (line === '' ? '' : `      ${line}`)),
      '',
      `  - commit "Release ${version}" and create the annotated tag ${buildTagName(version)}`,
    ].join('\n'),
  );
}

async function hashFile(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}
