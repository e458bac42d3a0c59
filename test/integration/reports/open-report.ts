import axe from 'axe-core';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { renderHtml } from '../../../formats/html/render-html.ts';
import { sourceWithPictures } from '../../support/source-with-pictures.ts';
import { watchedBrowser } from '../../support/watched-browser.ts';
import { picture, richReport, webp } from '../../unit/formats/html/rich-report.ts';

const quiet = { requests: [], dialogs: [], console: [], windows: 0 };

/** Starts a browser for the tests of a file. Returns functions that open the report in it, each time as a new page. */
export function openReport() {
  let browser: Awaited<ReturnType<typeof watchedBrowser>>;
  let document: string;

  beforeAll(async () => {
    let text = '';
    for await (const piece of renderHtml(sourceWithPictures(richReport(), new Map([[picture.id, webp]]))))
      text += piece;
    document = text;
    browser = await watchedBrowser();
  });
  afterAll(() => browser?.stop());

  /** Inspects the report, whatever it requests and logs. */
  const open = async <T>(see: (page: Page) => Promise<T>): Promise<T> =>
    (await browser.open(document, see)).seen;

  /** Inspects the report as a file, and expects that it sends no request and logs nothing. */
  async function look<T>(see: (page: Page) => Promise<T>): Promise<T> {
    const { doings, seen } = await browser.open(document, see);
    // A picture in the file counts as a request with the scheme `data:`.
    const asked = doings.requests.filter((url) => !url.startsWith('data:'));
    expect({ ...doings, requests: asked }).toEqual(quiet);
    return seen;
  }

  /** Inspects the report with its sections expanded, and the details within them collapsed. */
  function lookInSections<T>(see: (page: Page) => Promise<T>): Promise<T> {
    return look(async (page) => {
      await page.evaluate(
        `for (const each of document.querySelectorAll('details.section')) each.open = true`,
      );
      return see(page);
    });
  }

  return { open, look, lookInSections };
}

/** Expands everything that can be collapsed. */
export const EXPAND = `for (const each of document.querySelectorAll('details')) each.open = true`;

/** Returns the setting of the preferred color scheme. */
export const scheme = (value: 'light' | 'dark') => [{ name: 'prefers-color-scheme', value }];

const SECTION_STATES = `({
  titles: [...document.querySelectorAll('h2')].filter((each) => each.checkVisibility()).map((each) => each.firstChild.textContent),
  expanded: [...document.querySelectorAll('details.section[open] > .content')].map((each) => each.id),
})`;
/** Returns the visible titles of sections, and those of the expanded sections. */
export const readSections = (page: Page) =>
  page.evaluate(SECTION_STATES) as Promise<{ titles: string[]; expanded: string[] }>;
/** The titles of all sections. */
export const titles = [
  'Summary',
  'Changes',
  'Violations',
  'Needs review',
  'Pages',
  'Not tested',
  'Scan details',
];

const SHOWN = `({
  issues: [...document.querySelectorAll('.issue')].filter((each) => each.checkVisibility()).map((each) => each.dataset.rule),
  said: document.querySelector('#filter-count').textContent,
  hash: location.hash,
})`;
export interface Shown {
  issues: string[];
  said: string;
  hash: string;
}
/** Returns the rules of the visible issues, the count beside the filters, and the fragment of the address. */
export const seen = (page: Page) => page.evaluate(SHOWN) as Promise<Shown>;
/** The rules of all issues, in the order of the report. */
export const everything = [
  'color-contrast',
  'label',
  'region',
  'link-name',
  'image-alt',
  'heading-order',
  'aria-hidden-focus',
  'color-contrast',
];

/** Returns the visible lines of the group with most pages. */
export const FOLDED = `(() => {
  const fold = [...document.querySelectorAll('.issue')].find((each) => each.dataset.elements === '12')
    .querySelector('details');
  return [...fold.querySelectorAll('.on-page')].filter((each) => each.checkVisibility()).map((each) => ({
    page: each.querySelector('a').textContent,
    said: each.querySelector('p > span:not(.url)').textContent,
    elements: each.querySelectorAll('.elements > li').length,
  }));
})()`;

/** Returns the violations of WCAG 2.2 AA and best practice that axe finds. */
export async function axeFaults(page: Page): Promise<unknown> {
  await page.evaluate(axe.source);
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a',
    'wcag21aa', 'wcag22aa', 'best-practice'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => [id, target, failureSummary])))`);
}
