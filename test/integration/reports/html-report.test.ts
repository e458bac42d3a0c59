import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import axe from 'axe-core';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderHtml } from '../../../formats/html/render-html.ts';
import { sourceWithPictures } from '../../support/source-with-pictures.ts';
import { watchedBrowser } from '../../support/watched-browser.ts';
import { picture, richReport, webp } from '../../unit/formats/html/rich-report.ts';

const resolve = createRequire(import.meta.url).resolve;
const quiet = { requests: [], dialogs: [], console: [], windows: 0 };

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
    await page.evaluate(`for (const each of document.querySelectorAll('details.section')) each.open = true`);
    return see(page);
  });
}

const EXPAND = `for (const each of document.querySelectorAll('details')) each.open = true`;
const scheme = (value: 'light' | 'dark') => [{ name: 'prefers-color-scheme', value }];

async function axeFaults(page: Page): Promise<unknown> {
  await page.evaluate(axe.source);
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a',
    'wcag21aa', 'wcag22aa', 'best-practice'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => [id, target, failureSummary])))`);
}

describe('the HTML report in independent checkers', () => {
  it.each([
    ['light', 'collapsed', 1280],
    ['light', 'expanded', 1280],
    ['dark', 'collapsed', 1280],
    ['dark', 'expanded', 1280],
    ['light', 'collapsed', 320],
    ['light', 'expanded', 320],
  ] as const)(
    'has no violation of WCAG 2.2 AA and best practice in axe, %s, %s, at %i px',
    async (value, state, width) => {
      const faults = await look(async (page) => {
        await page.setViewport({ width, height: 640 });
        await page.emulateMediaFeatures(scheme(value));
        if (state === 'expanded') await page.evaluate(EXPAND);
        return axeFaults(page);
      });
      expect(faults).toEqual([]);
    },
  );

  it.each(['collapsed', 'expanded'])(
    "has no violation in IBM's engine under its policies, %s",
    async (state) => {
      const source = await readFile(resolve('accessibility-checker-engine/ace.js'), 'utf8');
      const found = (await look(async (page) => {
        if (state === 'expanded') await page.evaluate(EXPAND);
        await page.evaluate(source);
        return page.evaluate(`new ace.Checker().check(document, ['IBM_Accessibility', 'WCAG_2_2']).then(({ results }) => ({
        passed: results.filter(({ value }) => value[1] === 'PASS').length,
        faults: results.filter(({ value }) => value[0] === 'VIOLATION' && value[1] === 'FAIL')
          .map(({ ruleId, message, path, snippet }) => [ruleId, message, path.dom, snippet]),
      }))`);
      })) as { passed: number; faults: unknown[] };
      expect(found.faults).toEqual([]);
      expect(found.passed).toBeGreaterThan(100);
    },
  );

  it('has no error in HTML_CodeSniffer under WCAG 2 AA', async () => {
    const source = await readFile(resolve('html_codesniffer/build/HTMLCS.js'), 'utf8');
    const found = (await look(async (page) => {
      await page.evaluate(EXPAND);
      await page.evaluate(source);
      return page.evaluate(`new Promise((done, failed) => HTMLCS.process('WCAG2AA', document, () => done({
        notices: HTMLCS.getMessages().filter(({ type }) => type === HTMLCS.NOTICE).length,
        faults: HTMLCS.getMessages().filter(({ type }) => type === HTMLCS.ERROR)
          .map(({ code, msg, element }) => [code, msg, element.outerHTML?.slice(0, 200)]),
      }), failed))`);
    })) as { notices: number; faults: unknown[] };
    expect(found.faults).toEqual([]);
    expect(found.notices).toBeGreaterThan(10);
  });
});

describe('the HTML report at its sizes', () => {
  it.each([320, 640, 1280])('does not scroll sideways at %i px, with everything expanded', async (width) => {
    const seen = await look(async (page) => {
      await page.setViewport({ width, height: 640 });
      await page.evaluate(EXPAND);
      return page.evaluate(`({ scroll: document.documentElement.scrollWidth, wide: [...document.querySelectorAll('body *')]
        .filter((each) => !each.closest('.hidden, .skip, thead, svg') && each.getBoundingClientRect().right > innerWidth + 1)
        .map((each) => each.outerHTML.slice(0, 100)) })`);
    });
    expect(seen).toEqual({ scroll: width, wide: [] });
  });

  it('has targets of 24 px or more, except links within text', async () => {
    const small = await lookInSections((page) =>
      page.evaluate(`[...document.querySelectorAll('button, input, select, summary, nav a')]
        .filter((each) => each.checkVisibility()).map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect().height])
        .filter(([, height]) => height < 24)`),
    );
    expect(small).toEqual([]);
  });

  it('prints everything expanded, without controls', async () => {
    const seen = await look(async (page) => {
      await page.emulateMediaType('print');
      await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
      const SHOWN = await page.evaluate(`({
        collapsed: document.querySelectorAll('details:not([open])').length,
        controls: [...document.querySelectorAll('nav, button:not(.count), input, select')].filter((each) => each.checkVisibility()).length,
        paper: getComputedStyle(document.documentElement).backgroundColor,
        ink: [...new Set([...document.querySelectorAll('.badge, .state')].map((each) => getComputedStyle(each).color))]
          .filter((color) => color.match(/\\d+/g).some((part) => part > 200)),
      })`);
      await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
      return { shown: SHOWN, open: await page.evaluate(`document.querySelectorAll('details[open]').length`) };
    });
    // Browsers do not print backgrounds, so light text would be invisible.
    const onPaper = { collapsed: 0, controls: 0, paper: 'rgb(255, 255, 255)', ink: [] };
    expect(seen).toEqual({ shown: onPaper, open: 0 });
  });

  it('is dark when the reader prefers a dark color scheme', async () => {
    const grounds = await look(async (page) => {
      const ground = () => page.evaluate(`getComputedStyle(document.documentElement).backgroundColor`);
      const light = await ground();
      await page.emulateMediaFeatures(scheme('dark'));
      return [light, await ground()];
    });
    expect(grounds).toEqual(['rgb(246, 245, 241)', 'rgb(20, 23, 26)']);
  });
});

/** Returns the visible titles of sections, and those of the expanded sections. */
const SECTION_STATES = `({
  titles: [...document.querySelectorAll('h2')].filter((each) => each.checkVisibility()).map((each) => each.firstChild.textContent),
  expanded: [...document.querySelectorAll('details.section[open] > .content')].map((each) => each.id),
})`;
const readSections = (page: Page) =>
  page.evaluate(SECTION_STATES) as Promise<{ titles: string[]; expanded: string[] }>;
const titles = ['Summary', 'Changes', 'Violations', 'Needs review', 'Pages', 'Not tested', 'Scan details'];

describe('the sections of the HTML report', () => {
  it('start collapsed below the summary, so that the report is short', async () => {
    const [sections, height] = await look(async (page) => {
      await page.setViewport({ width: 1280, height: 800 });
      return [
        await readSections(page),
        await page.evaluate('document.documentElement.scrollHeight'),
      ] as const;
    });
    expect(sections).toEqual({ titles, expanded: [] });
    expect(height).toBeLessThan(2_000);
  });

  it.each([
    ['#violations', ['violations']],
    ['#issue-3', ['violations']],
    ['#review-1', ['needs-review']],
    ['#suppressed', ['violations']],
    ['#page-5', ['pages']],
    ['#skipped-pages', ['not-tested']],
  ])('open for an address that ends with %s, and show its target', async (hash, expanded) => {
    const { seen } = await browser.open(document, async (page) => {
      await page.evaluate(`location.hash = '${hash}'`);
      await page.reload();
      await page.waitForFunction(`scrollY > 0`, { polling: 50, timeout: 60_000 });
      const isVisible = await page.evaluate(`(() => {
        const { top } = document.querySelector('${hash}').getBoundingClientRect();
        return top >= 0 && top < innerHeight;
      })()`);
      return { isVisible, ...(await readSections(page)) };
    });
    expect(seen).toEqual({ isVisible: true, titles, expanded });
  });

  it('open for a link to a part of them, each time that it is followed', async () => {
    const states = await look(async (page) => {
      const all = [];
      for (let time = 0; time < 2; time++) {
        await page.evaluate(`document.querySelector('nav a[href="#pages"]').click()`);
        all.push((await readSections(page)).expanded);
        await page.evaluate(`document.querySelector('#pages-title').click()`);
        all.push((await readSections(page)).expanded);
      }
      return all;
    });
    expect(states).toEqual([['pages'], [], ['pages'], []]);
  });

  it('open for an address with filters', async () => {
    const { seen } = await browser.open(document, async (page) => {
      await page.evaluate(`location.hash = '#?rule=region'`);
      await page.reload();
      return readSections(page);
    });
    expect(seen.expanded).toEqual(['violations', 'needs-review']);
  });

  it('open and close by keyboard', async () => {
    const states = await look(async (page) => {
      await page.evaluate(`document.querySelector('#changes-title').closest('summary').focus()`);
      const all = [];
      for (const key of ['Enter', 'Space'] as const) {
        await page.keyboard.press(key);
        all.push((await readSections(page)).expanded);
      }
      return all;
    });
    expect(states).toEqual([['changes'], []]);
  });

  it('expand and collapse together', async () => {
    const states = await look(async (page) => {
      const all = [];
      for (const button of ['#expand-all', '#collapse-all']) {
        await page.evaluate(`document.querySelector('${button}').click()`);
        all.push([
          (await readSections(page)).expanded.length,
          await page.evaluate(`document.querySelectorAll('details:not([open])').length > 0`),
        ]);
      }
      return all;
    });
    expect(states).toEqual([
      [6, false],
      [0, true],
    ]);
  });
});

/** Returns the rules of the visible issues, the count beside the filters, and the fragment of the address. */
const SHOWN = `({
  issues: [...document.querySelectorAll('.issue')].filter((each) => each.checkVisibility()).map((each) => each.dataset.rule),
  said: document.querySelector('#filter-count').textContent,
  hash: location.hash,
})`;
interface Shown {
  issues: string[];
  said: string;
  hash: string;
}
const seen = (page: Page) => page.evaluate(SHOWN) as Promise<Shown>;
const everything = [
  'color-contrast',
  'label',
  'region',
  'link-name',
  'image-alt',
  'heading-order',
  'aria-hidden-focus',
  'color-contrast',
];

describe('filtering and sorting the HTML report', () => {
  it('starts with all issues, in the order of the report, and shows their number', async () => {
    const { issues, said, hash } = await lookInSections(seen);
    expect(issues).toEqual(everything);
    expect(said).toBe('Shown: 6 of 6 groups of violations, 2 of 2 groups that need review.');
    expect(hash).toBe('');
  });

  it.each([
    ['state', 'regressed', ['label']],
    ['impact', 'moderate', ['region', 'heading-order']],
    ['rule', 'color-contrast', ['color-contrast', 'color-contrast']],
    ['page', '12', ['link-name']],
  ])('shows only issues with the %s %s', async (name, value, rules) => {
    const { issues, hash } = await lookInSections(async (page) => {
      await page.select(`#filter-${name}`, value);
      return seen(page);
    });
    expect(issues).toEqual(rules);
    expect(hash).toBe(`#?${name}=${value}`);
  });

  it('works by keyboard alone: the field is reached by Tab, typed into, and cleared', async () => {
    const [reached, typed, cleared] = await lookInSections(async (page) => {
      const stops: string[] = [];
      do {
        await page.keyboard.press('Tab');
        stops.push(
          (await page.evaluate('document.activeElement.id || document.activeElement.className')) as string,
        );
      } while (stops.at(-1) !== 'filter-text' && stops.length < 60);
      await page.keyboard.type('BASKET');
      const found = await seen(page);
      for (let press = 0; press < 6; press++) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      return [stops, found, await seen(page)];
    });
    expect(reached[0], 'the first stop leads past the contents').toBe('skip');
    expect(reached.at(-1)).toBe('filter-text');
    expect(typed).toEqual({
      issues: ['link-name'],
      said: 'Shown: 1 of 6 groups of violations, 0 of 2 groups that need review.',
      hash: '#?text=BASKET',
    });
    expect(cleared).toEqual({
      issues: everything,
      said: 'Shown: 6 of 6 groups of violations, 2 of 2 groups that need review.',
      hash: '',
    });
  });

  it.each([
    ['elements', ['link-name', 'color-contrast']],
    ['impact', ['label', 'image-alt']],
    ['rule', ['color-contrast', 'heading-order']],
    ['pages', ['link-name', 'color-contrast']],
  ])('sorts by %s, and back', async (order, first) => {
    const [sorted, back] = await lookInSections(async (page) => {
      await page.select('#filter-sort', order);
      const now = await seen(page);
      await page.select('#filter-sort', '');
      return [now, await seen(page)];
    });
    expect(sorted.issues.slice(0, 2)).toEqual(first);
    expect(sorted.issues.toSorted()).toEqual(everything.toSorted());
    expect(back.issues).toEqual(everything);
  });

  it('applies the state in the address, and ignores unknown values', async () => {
    const views = await lookInSections(async (page) => {
      const all: Shown[] = [];
      for (const hash of [
        '#?impact=critical&sort=rule',
        '#?rule=gone&state=%3Cimg%3E',
        '#?page=4',
        '#?text=%E0%A4%A',
      ]) {
        await page.evaluate(`new Promise((done) => {
          addEventListener('hashchange', () => setTimeout(done), { once: true });
          location.hash = ${JSON.stringify(hash)};
        })`);
        all.push(await seen(page));
      }
      return all;
    });
    expect(views.map(({ issues }) => issues)).toEqual([
      ['image-alt', 'label'],
      everything,
      ['label', 'link-name'],
      [],
    ]);
  });

  it('links from the numbers of a page to its findings', async () => {
    const { issues, hash } = await lookInSections(async (page) => {
      await page.evaluate(`document.querySelector('tr[data-page="5"] button').click()`);
      return seen(page);
    });
    expect(issues).toEqual(['link-name', 'image-alt']);
    expect(hash).toBe('#?page=5');
  });

  it('links from each number of a page to the list that contains it', async () => {
    const focused = await lookInSections(async (page) => {
      const press = (row: number) =>
        page.evaluate(`[...document.querySelectorAll('tr[data-page="${row}"] button')].map((button) => {
          button.click();
          return document.activeElement.nextElementSibling.id;
        })`);
      return [await press(8), await press(5)];
    });
    expect(focused).toEqual([['violations', 'needs-review'], ['violations']]);
  });

  it('shows at each list how many of its entries the filters hide', async () => {
    const notes = await lookInSections(async (page) => {
      const hidden = () =>
        page.evaluate(`[...document.querySelectorAll('.filtered-out')].filter((each) => each.checkVisibility())
          .map((each) => each.textContent)`);
      const each = [await hidden()];
      await page.select('#filter-rule', 'region');
      each.push(await hidden());
      await page.evaluate(`document.querySelector('#filter-clear').click()`);
      return [...each, await hidden()];
    });
    expect(notes).toEqual([[], ['The filters hide 5.', 'The filters hide 2.'], []]);
  });

  it('shows the target of a link even if a filter hides it', async () => {
    const { issues } = await lookInSections(async (page) => {
      await page.select('#filter-rule', 'region');
      await page.evaluate(`new Promise((done) => {
        addEventListener('hashchange', () => setTimeout(done), { once: true });
        location.hash = '#issue-2';
      })`);
      return seen(page);
    });
    expect(issues).toEqual(everything);
  });

  it('can show titles only, and expand all elements', async () => {
    const states = await lookInSections(async (page) => {
      const look = () =>
        page.evaluate(`[[...document.querySelectorAll('.issue .body')].filter((each) => each.checkVisibility()).length,
          document.querySelectorAll('.issue details[open]').length > 0]`);
      const each = [await look()];
      for (const button of ['#filter-expand', '#filter-brief', '#filter-brief', '#filter-expand']) {
        await page.evaluate(`document.querySelector('${button}').click()`);
        each.push(await look());
      }
      return each;
    });
    expect(states).toEqual([
      [8, false],
      [8, true],
      [0, true],
      [8, true],
      [8, false],
    ]);
  });
});

/** Returns the visible lines of the group with most pages. */
const FOLDED = `(() => {
  const fold = [...document.querySelectorAll('.issue')].find((each) => each.dataset.elements === '12')
    .querySelector('details');
  return [...fold.querySelectorAll('.on-page')].filter((each) => each.checkVisibility()).map((each) => ({
    page: each.querySelector('a').textContent,
    said: each.querySelector('p > span:not(.url)').textContent,
    elements: each.querySelectorAll('.elements > li').length,
  }));
})()`;

describe('an issue group in the HTML report', () => {
  it('is opened by keyboard, and shows its elements by page', async () => {
    const [before, after] = await lookInSections(async (page) => {
      const closed = await page.evaluate(FOLDED);
      await page.evaluate(`[...document.querySelectorAll('.issue summary')]
        .find((each) => each.textContent === '12 elements by page').focus()`);
      await page.keyboard.press('Enter');
      return [closed, await page.evaluate(FOLDED)];
    });
    expect(before).toEqual([]);
    expect(after).toHaveLength(12);
    expect(after).toContainEqual(expect.objectContaining({ said: '1 element', elements: 1 }));
    // The example is above, and not repeated.
    expect(
      (after as { elements: number }[])
        .map(({ elements }) => elements)
        .sort()
        .slice(0, 2),
    ).toEqual([0, 1]);
  });

  it('is opened without script', async () => {
    const { seen: found } = await browser.open(document, async (page) => {
      await page.setJavaScriptEnabled(false);
      await page.reload();
      await page.setJavaScriptEnabled(true);
      await page.evaluate(`document.querySelector('#violations-title').click()`);
      await page.evaluate(`[...document.querySelectorAll('.issue summary')]
        .find((each) => each.textContent === '12 elements by page').click()`);
      return page.evaluate(FOLDED);
    });
    expect(found).toHaveLength(12);
  });
});

describe('copying a fingerprint', () => {
  it.each([
    ['copies it and says so', 'copied = text', 'Fingerprint copied.'],
    [
      'selects it if the browser denies the clipboard',
      "throw new Error('refused')",
      'The fingerprint is selected; copy it.',
    ],
  ])('%s', async (_, write, said) => {
    const found = (await lookInSections((page) =>
      page.evaluate(`(async () => {
        let copied = '';
        const clipboard = { writeText: async (text) => { ${write}; } };
        Object.defineProperty(navigator, 'clipboard', { value: clipboard });
        document.querySelector('#issue-2 button.copy').click();
        await new Promise((done) => setTimeout(done));
        return { got: copied || getSelection().toString(), said: document.querySelector('#status').textContent };
      })()`),
    )) as { got: string; said: string };
    expect(found).toEqual({ got: 'f1_0000000000000000000003e8', said });
  });
});

describe('the HTML report without script', () => {
  it('shows every issue in its sections, and no control', async () => {
    const { seen: found } = await browser.open(document, async (page) => {
      await page.setJavaScriptEnabled(false);
      await page.reload();
      await page.setJavaScriptEnabled(true);
      await page.evaluate(`for (const each of document.querySelectorAll('.section > summary')) each.click()`);
      return page.evaluate(`({
        issues: [...document.querySelectorAll('.issue')].filter((each) => each.checkVisibility()).length,
        controls: [...document.querySelectorAll('button, input, select')].filter((each) => each.checkVisibility()).length,
      })`);
    });
    expect(found).toEqual({ issues: 8, controls: 0 });
  });
});
