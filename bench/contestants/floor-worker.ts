import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageSettingsDefault } from '../../core/scans/page-settings.ts';
import { buildBrowserArguments } from '../../scanner/browser/arguments.ts';
import { provideChromium } from '../../scanner/chromium-pack/locate.ts';
import { toFindings } from './axe-results.ts';
import { mapConcurrently, scanPageOrFail } from './contract.ts';
import { scanPage } from './floor/page.ts';
import { Protocol } from './floor/protocol.ts';
import { serveBatches } from './workers.ts';

/**
 * The engine's browser without its proxy, driven over plain DevTools protocol. The browser state is cleared between
 * pages as in the engine.
 */
serveBatches(async ({ origin, paths, ruleIds, folder }) => {
  const chromium = await provideChromium();
  const axe = await readFile(chromium.axeScript, 'utf8');
  const home = await mkdtemp(join(folder, 'floor-'));
  const temporary = join(home, 'tmp');
  await mkdir(temporary);
  const browser = new Protocol(
    chromium.executable,
    [
      ...buildBrowserArguments('', 'floor', pageSettingsDefault).filter(
        (argument) => !argument.startsWith('--proxy-'),
      ),
      '--headless',
      '--hide-scrollbars',
      '--mute-audio',
      `--user-data-dir=${join(home, 'profile')}`,
    ],
    {
      LD_LIBRARY_PATH: chromium.libraries,
      FONTCONFIG_PATH: chromium.fontConfig,
      HOME: home,
      TMPDIR: temporary,
      LANG: 'en_US.UTF-8',
      TZ: 'UTC',
    },
  );
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const pages = await mapConcurrently(paths, 1, (path) =>
    scanPageOrFail(path, async () => {
      const results = await scanPage(browser, origin + path, axe, ruleIds);
      await Promise.all([
        browser.send('Network.clearBrowserCookies', {}, sessionId),
        browser.send('Network.clearBrowserCache', {}, sessionId),
        browser.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' }, sessionId),
      ]);
      return toFindings(results);
    }),
  );
  await browser.close();
  return pages;
});
