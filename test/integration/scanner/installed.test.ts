import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import { launchBrowser } from '../../../scanner/browser/browser.ts';
import { findChromium } from '../../../scanner/browser/find-chromium.ts';
import type { InstalledChromium, UnpackedChromium } from '../../../scanner/chromium-pack/chromium.ts';
import { provideChromium } from '../../../scanner/chromium-pack/locate.ts';
import { startEgressProxy } from '../../../scanner/egress/proxy.ts';
import { prepareAxeScript } from '../../../scanner/page/axe-script.ts';
import { scanPage } from '../../../scanner/page/scan-page.ts';
import { createRedaction } from '../../../scanner/redact/redact-result.ts';
import { fixtureRules, listNodes, PATIENT_TIMEOUT_MS, page, type Site, scan, serve } from './harness.ts';

/**
 * The packed program, named by its path like an installed one, without the script that launches it and without its
 * fonts. The environment names its libraries, because this machine may not have them.
 */
let packed: UnpackedChromium;
let executable: string;
let site: Site;
/** The result of the packed browser, launched as usual. */
let usual: PageResult;
const before = process.env.LD_LIBRARY_PATH;

beforeAll(async () => {
  packed = await provideChromium();
  executable = join(dirname(packed.executable), 'chromium');
  process.env.LD_LIBRARY_PATH = packed.libraries;
  site = await serve({
    '/': page(`<img src="data:,"><button></button><div style="height: 3000px"></div><div id="lazy"></div>
      <iframe srcdoc='<html lang="en"><title>Inner</title><img src="data:,">' title="Inner"></iframe>
      <script>
        setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<input id="late">'), 2500);
        new IntersectionObserver(([{ isIntersecting }]) => {
          if (isIntersecting) lazy.innerHTML = '<img src="data:,">';
        }).observe(lazy);
      </script>`),
  });
  const { results } = await scan([site.url('/')]);
  usual = results[0]!;
});
afterAll(async () => {
  if (before === undefined) delete process.env.LD_LIBRARY_PATH;
  else process.env.LD_LIBRARY_PATH = before;
  await site.close();
});

describe('a browser that is named by its path', () => {
  it('is identified by its version, and finds the same as the packed one', async () => {
    const files = await readdir(dirname(executable));
    const chromium = await findChromium({ executable });
    expect(chromium).toMatchObject({ kind: 'installed', executable, isShell: true });
    expect(chromium.version.split('.')[0]).toBe(packed.version.split('.')[0]);

    const named = await scan([site.url('/')], { chromium: { executable } });
    expect(listNodes(named.results[0])).toEqual(listNodes(usual));
    expect(listNodes(named.results[0])).toHaveLength(5);
    expect(named.results[0]?.engine).toMatchObject({
      axe: usual.engine.axe,
      browser: `HeadlessChrome/${chromium.version}`,
    });
    // It has written no file to its own folder.
    expect(await readdir(dirname(executable))).toEqual(files);
  });

  it('finds the same and takes pictures when it draws without requested frames, as Chrome does', async () => {
    const found = (await findChromium({ executable })) as InstalledChromium;
    const directory = await mkdtemp(join(tmpdir(), 'installed-'));
    const proxy = await startEgressProxy({ loopbackPorts: 'all', blockedPorts: [], ports: [80, 443] }, {});
    const running = await launchBrowser({ ...found, isShell: false }, directory, proxy.address);
    try {
      expect(running.mode).toMatchObject({ oneProcess: false, framesOnRequest: false });
      const url = site.url('/');
      const axeScript = prepareAxeScript(await readFile(found.axeScript, 'utf8'));
      const observation = await scanPage({
        browser: running.browser,
        mode: running.mode,
        checksScript: '',
        axeScript,
        url,
        ruleIds: fixtureRules,
        settings: pageSettingsDefault,
        hashRoutes: false,
        identity: url,
        suppressionSelectors: [],
        redaction: createRedaction(undefined),
        // A fifteenth of it is for the pictures, which take long if a browser on a busy machine draws by itself.
        timeoutMs: 4 * PATIENT_TIMEOUT_MS,
        egressFailure: () => undefined,
      });
      expect(observation).toMatchObject({ outcome: 'scanned', settled: true, framesNotScanned: [] });
      expect(listNodes({ ...usual, ...observation })).toEqual(listNodes(usual));
      expect(observation.pictures.length).toBeGreaterThan(0);
    } finally {
      await running.kill();
      await proxy.close();
    }
    expect(existsSync(directory)).toBe(false);
  });
});
