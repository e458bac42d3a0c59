import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../../local/demo/api.ts';
import { readDemoSite, serveDemoSite } from '../../local/demo/site-server.ts';
import { TranscriptNormalizer } from './normalizer.ts';
import { recordCommand } from './record-command.ts';

const demoSite = join(import.meta.dirname, '..', '..', 'local', 'demo-site');
/** Pages besides the start page. A few pages are enough for an example. */
const scannedPages = ['/products.html', '/delivery.html'];

/** A running service, and a key that may create a site and trigger scans. */
export interface RunningService {
  /** Ends in `/api/v1`. */
  apiUrl: string;
  apiKey: string;
}

/** The output of the command, by the names of the comments in docs/cli.md. */
export interface Transcripts {
  passing: string;
  failing: string;
}

/**
 * Returns the output of two scans of a part of the demo site, as a CI pipeline would run them. A first scan is the
 * baseline. The second one finds nothing new, so its gate passes. The third one follows a change that adds a
 * violation and fixes another one, so its gate fails.
 * @throws Error if a run ends with an unexpected exit code
 */
export async function recordTranscripts({ apiUrl, apiKey }: RunningService): Promise<Transcripts> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-site-'));
  await cp(demoSite, folder, { recursive: true });
  const site = await serveDemoSite(undefined, folder);
  try {
    const { name } = await readDemoSite();
    await new Api(apiUrl, apiKey).call('POST', '/sites', {
      name,
      url: site.url,
      pages: scannedPages,
      crawl: 'none',
    });
    const normalizer = new TranscriptNormalizer();
    const env = { A11Y_SCAN_API_URL: apiUrl, A11Y_SCAN_API_KEY: apiKey };
    const trigger = async (exitCode: number, ...flags: string[]) => {
      const ended = await recordCommand(['trigger', '--site', site.url, ...flags], env);
      if (ended.exitCode === exitCode) return normalizer.normalize(ended.transcript);
      throw new Error(`expected exit code ${exitCode}, but the run was:\n${ended.transcript}`);
    };
    await trigger(0, '--fail-on', 'nothing');
    const passing = await trigger(0);
    await changeSite(folder);
    const failing = await trigger(1, '--output', 'html=report.html', '--output', 'junit=report.xml');
    return { passing, failing };
  } finally {
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Adds an image without a text alternative to the start page, and adds the text alternative of another image. */
async function changeSite(folder: string): Promise<void> {
  const path = join(folder, 'index.html');
  const before = await readFile(path, 'utf8');
  const after = before
    .replace('<img id="hero-image"', '<img alt="A shelf of ferns" id="hero-image"')
    .replace('</main>', '<p><img src="assets/logo.svg" id="partner" width="90" height="90"></p></main>');
  await writeFile(path, after);
}
