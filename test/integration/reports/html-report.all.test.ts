import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { copyFingerprint, testFilters, testOrders, testTargets } from './html-report-cases.ts';
import { axeFaults, EXPAND, FOLDED, openReport, readSections, scheme, seen } from './open-report.ts';

const resolve = createRequire(import.meta.url).resolve;
const report = openReport();
const { open, look, lookInSections } = report;

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

describe('the sections of the HTML report', () => {
  testTargets(report, [
    ['#violations', ['violations']],
    ['#review-1', ['needs-review']],
    ['#suppressed', ['violations']],
    ['#page-5', ['pages']],
    ['#skipped-pages', ['not-tested']],
  ]);

  it('open for an address with filters', async () => {
    const shown = await open(async (page) => {
      await page.evaluate(`location.hash = '#?rule=region'`);
      await page.reload();
      return readSections(page);
    });
    expect(shown.expanded).toEqual(['violations', 'needs-review']);
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

describe('filtering and sorting the HTML report', () => {
  testFilters(report, [
    ['impact', 'moderate', ['region', 'heading-order']],
    ['rule', 'color-contrast', ['color-contrast', 'color-contrast']],
  ]);

  testOrders(report, [
    ['elements', ['link-name', 'color-contrast']],
    ['rule', ['color-contrast', 'heading-order']],
    ['pages', ['link-name', 'color-contrast']],
  ]);

  it('links from the numbers of a page to its findings', async () => {
    const { issues, hash } = await lookInSections(async (page) => {
      await page.evaluate(`document.querySelector('tr[data-page="5"] button').click()`);
      return seen(page);
    });
    expect(issues).toEqual(['link-name', 'image-alt']);
    expect(hash).toBe('#?page=5');
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
});

describe('an issue group in the HTML report', () => {
  it('is opened without script', async () => {
    const found = await open(async (page) => {
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

it('copying a fingerprint selects it if the browser denies the clipboard', async () => {
  const copied = await copyFingerprint(report, "throw new Error('refused')");
  const said = 'The fingerprint is selected; copy it.';
  expect(copied).toEqual({ got: 'f1_0000000000000000000003e8', said });
});
