import { readFile } from 'node:fs/promises';
import { type AxeResults, toFindings } from './axe-results.ts';
import { mapConcurrently, runContestant, scanPageOrFail } from './contract.ts';
import {
  buildLaunchOptions,
  getAxeScriptPath,
  loadPeer,
  type Puppeteer,
  type PuppeteerPage,
  viewport,
} from './peer.ts';

/** The part of @axe-core/puppeteer that is used here. */
interface Package {
  AxePuppeteer: new (page: PuppeteerPage, axeSource: string) => Analysis;
}
interface Analysis {
  withRules(ids: string[]): { analyze(): Promise<AxeResults> };
}

/** A loop with @axe-core/puppeteer as in its documentation: every frame, the page as it is at `load`. */
runContestant(async ({ origin, paths, concurrency, ruleIds, chromium }) => {
  const { default: puppeteer } = await loadPeer<{ default: Puppeteer }>('puppeteer-core');
  const { AxePuppeteer } = await loadPeer<Package>('@axe-core/puppeteer');
  const axe = await readFile(getAxeScriptPath(), 'utf8');
  return {
    async work() {
      const browser = await puppeteer.launch(buildLaunchOptions(chromium));
      const pages = await mapConcurrently(paths, concurrency, (path) =>
        scanPageOrFail(path, async () => {
          const page = await browser.newPage();
          try {
            await page.setViewport(viewport);
            await page.goto(origin + path, { waitUntil: 'load' });
            return toFindings(await new AxePuppeteer(page, axe).withRules(ruleIds).analyze());
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
