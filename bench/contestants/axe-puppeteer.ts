import { readFile } from 'node:fs/promises';
import { type AxeResults, findingsOf } from './axe-results.ts';
import { contest, eachOf, pageOrError } from './contract.ts';
import {
  axeScriptPath,
  launchOptions,
  loadPeer,
  type Puppeteer,
  type PuppeteerPage,
  viewport,
} from './peer.ts';

/** What is used of @axe-core/puppeteer. */
interface Package {
  AxePuppeteer: new (page: PuppeteerPage, axeSource: string) => Analysis;
}
interface Analysis {
  withRules(ids: string[]): { analyze(): Promise<AxeResults> };
}

/** A loop around @axe-core/puppeteer as its documentation shows it: every frame, the page as `load` leaves it. */
contest(async ({ origin, paths, concurrency, ruleIds, chromium }) => {
  const { default: puppeteer } = await loadPeer<{ default: Puppeteer }>('puppeteer-core');
  const { AxePuppeteer } = await loadPeer<Package>('@axe-core/puppeteer');
  const axe = await readFile(axeScriptPath(), 'utf8');
  return {
    async work() {
      const browser = await puppeteer.launch(launchOptions(chromium));
      const pages = await eachOf(paths, concurrency, (path) =>
        pageOrError(path, async () => {
          const page = await browser.newPage();
          try {
            await page.setViewport(viewport);
            await page.goto(origin + path, { waitUntil: 'load' });
            return findingsOf(await new AxePuppeteer(page, axe).withRules(ruleIds).analyze());
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
