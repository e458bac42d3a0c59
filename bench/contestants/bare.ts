import { readFile } from 'node:fs/promises';
import { type AxeResults, findingsOf } from './axe-results.ts';
import { contest, eachOf, pageOrError } from './contract.ts';
import { axeScriptPath, launchOptions, loadPeer, type Puppeteer, viewport } from './peer.ts';

/** The least that anybody would write: `goto`, inject axe, run it in the top document. */
contest(async ({ origin, paths, concurrency, ruleIds, chromium }) => {
  const { default: puppeteer } = await loadPeer<{ default: Puppeteer }>('puppeteer-core');
  const axe = await readFile(axeScriptPath(), 'utf8');
  const options = JSON.stringify({ runOnly: { type: 'rule', values: ruleIds } });
  return {
    async work() {
      const browser = await puppeteer.launch(launchOptions(chromium));
      const pages = await eachOf(paths, concurrency, (path) =>
        pageOrError(path, async () => {
          const page = await browser.newPage();
          try {
            await page.setViewport(viewport);
            await page.goto(origin + path, { waitUntil: 'load' });
            await page.evaluate(axe);
            return findingsOf((await page.evaluate(`axe.run(document, ${options})`)) as AxeResults);
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
