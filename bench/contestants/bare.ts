import { readFile } from 'node:fs/promises';
import { type AxeResults, toFindings } from './axe-results.ts';
import { mapConcurrently, runContestant, scanPageOrFail } from './contract.ts';
import { buildLaunchOptions, getAxeScriptPath, loadPeer, type Puppeteer, viewport } from './peer.ts';

/** The simplest possible script: `goto`, inject axe, run it in the top document. */
runContestant(async ({ origin, paths, concurrency, ruleIds, chromium }) => {
  const { default: puppeteer } = await loadPeer<{ default: Puppeteer }>('puppeteer-core');
  const axe = await readFile(getAxeScriptPath(), 'utf8');
  const options = JSON.stringify({ runOnly: { type: 'rule', values: ruleIds } });
  return {
    async work() {
      const browser = await puppeteer.launch(buildLaunchOptions(chromium));
      const pages = await mapConcurrently(paths, concurrency, (path) =>
        scanPageOrFail(path, async () => {
          const page = await browser.newPage();
          try {
            await page.setViewport(viewport);
            await page.goto(origin + path, { waitUntil: 'load' });
            await page.evaluate(axe);
            return toFindings((await page.evaluate(`axe.run(document, ${options})`)) as AxeResults);
          } finally {
            await page.close();
          }
        }),
      );
      await browser.close();
      return pages;
    },
  };
});
