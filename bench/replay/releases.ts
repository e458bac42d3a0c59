import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);
/** A package whose latest releases contain no page is not searched any further. */
const WITHOUT_PAGES_MAX = 12;
const folder = join(import.meta.dirname, '../../.cache/replay');

/** One release of a package that contains a built site. */
export interface Release {
  version: string;
  /** Folder of its files. */
  root: string;
}

/** The releases of one package, oldest first, and the page where the scan of each begins. */
export interface ReleasedSite {
  name: string;
  /** Path relative to the folder of a release. */
  start: string;
  releases: readonly Release[];
}

/**
 * Downloads releases of a package from the registry, without running anything: the last patch of each of the latest
 * minor versions that contain pages. Keeps those that have the page that most of them have.
 * @param wanted maximum number of releases
 */
export async function fetchReleases(name: string, wanted: number): Promise<ReleasedSite> {
  const { stdout } = await exec('npm', ['view', name, 'versions', '--json']);
  const final = [JSON.parse(stdout)].flat().filter((version: string) => !version.includes('-'));
  const byMinor = Map.groupBy(final, (version: string) => version.split('.').slice(0, 2).join('.'));
  const versions = [...byMinor.values()].flatMap((patches) => patches.at(-1) ?? []).reverse();
  const releases: { release: Release; pages: string[] }[] = [];
  let tried = 0;
  for (const version of versions) {
    if (releases.length === wanted || (releases.length === 0 && tried === WITHOUT_PAGES_MAX)) break;
    tried += 1;
    const release = await fetchRelease(name, version).catch(() => undefined);
    const pages = release === undefined ? [] : await listPages(release.root);
    if (release !== undefined && pages.length > 0) releases.unshift({ release, pages });
  }
  const counts = new Map<string, number>();
  for (const page of releases.flatMap(({ pages }) => pages)) counts.set(page, (counts.get(page) ?? 0) + 1);
  const depth = (page: string) => page.split('/').length + (page.endsWith('index.html') ? 0 : 0.5);
  const [start = ''] = [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || depth(a) - depth(b) || (a < b ? -1 : 1))
    .map(([page]) => page);
  const having = releases.filter(({ pages }) => pages.includes(start));
  return { name, start, releases: having.map(({ release }) => release) };
}

async function fetchRelease(name: string, version: string): Promise<Release> {
  const root = join(folder, name.replace('/', '__'), version);
  if (!existsSync(root)) {
    await mkdir(folder, { recursive: true });
    const into = await mkdtemp(join(folder, 'new-'));
    try {
      await exec('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', into]);
      const [file = ''] = await readdir(into);
      await exec('tar', ['-xzf', join(into, file), '-C', into]);
      await rm(join(into, file));
      const [unpacked = ''] = await readdir(into);
      await mkdir(join(root, '..'), { recursive: true });
      await rename(join(into, unpacked), root);
    } finally {
      await rm(into, { recursive: true, force: true });
    }
  }
  return { version, root };
}

async function listPages(root: string): Promise<string[]> {
  const files = await readdir(root, { recursive: true });
  return files.filter((file) => /\.html?$/.test(file) && !/(^|\/)(node_modules|tests?|spec)\//.test(file));
}
