import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../../local/demo/api.ts';
import { readDemoSite, serveDemoSite } from '../../local/demo/site-server.ts';
import { invoke } from './invoke.ts';
import { Steady } from './steady.ts';

const DEMO_SITE = join(import.meta.dirname, '..', '..', 'local', 'demo-site');
/** Beside the start page; a few show as much as all. */
const PAGES = ['/products.html', '/delivery.html'];

/** A service that runs, and a key of it that may make a site and trigger scans. */
export interface RunningService {
  /** Ends in `/api/v1`. */
  apiUrl: string;
  apiKey: string;
}

/** What a user sees, by the names of the places in the README. */
export interface Transcripts {
  passing: string;
  failing: string;
}

/**
 * Scans part of the demo site as a pipeline would: once as it is, so that there is something to compare with, again
 * (nothing is new, and the gate passes), and after a change that adds a fault and mends another (the gate fails).
 * @throws Error when a run does not end as it has to
 */
export async function recordTranscripts({ apiUrl, apiKey }: RunningService): Promise<Transcripts> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-site-'));
  await cp(DEMO_SITE, folder, { recursive: true });
  const site = await serveDemoSite(undefined, folder);
  try {
    const { name } = await readDemoSite();
    await new Api(apiUrl, apiKey).call('POST', '/sites', {
      name,
      url: site.url,
      pages: PAGES,
      crawl: 'none',
    });
    const steady = new Steady();
    const env = { A11Y_SCAN_API_URL: apiUrl, A11Y_SCAN_API_KEY: apiKey };
    const trigger = async (exitCode: number, ...flags: string[]) => {
      const ended = await invoke(['trigger', '--site', site.url, ...flags], env);
      if (ended.exitCode === exitCode) return steady.of(ended.transcript);
      throw new Error(`instead of ${exitCode} it ended so:\n${ended.transcript}`);
    };
    await trigger(0, '--fail-on', 'nothing');
    const passing = await trigger(0);
    await change(folder);
    const failing = await trigger(1, '--output', 'html=report.html', '--output', 'junit=report.xml');
    return { passing, failing };
  } finally {
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A new picture without a text on the start page; a text for one that had none. */
async function change(folder: string): Promise<void> {
  const path = join(folder, 'index.html');
  const before = await readFile(path, 'utf8');
  const after = before
    .replace('<img id="hero-image"', '<img alt="A shelf of ferns" id="hero-image"')
    .replace('</main>', '<p><img src="assets/logo.svg" id="partner" width="90" height="90"></p></main>');
  await writeFile(path, after);
}
