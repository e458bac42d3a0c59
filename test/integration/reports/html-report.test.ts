import { describe, expect, it } from 'vitest';
import { copyFingerprint, testFilters, testOrders, testTargets } from './html-report-cases.ts';
import {
  axeFaults,
  EXPAND,
  everything,
  FOLDED,
  openReport,
  readSections,
  type Shown,
  seen,
  titles,
} from './open-report.ts';

/** Further cases of these behaviors, sizes, color schemes and checkers are in html-report.all.test.ts. */
const report = openReport();
const { open, look, lookInSections } = report;

it('the HTML report has no violation of WCAG 2.2 AA and best practice in axe', async () => {
  const faults = await look(async (page) => {
    await page.evaluate(EXPAND);
    return axeFaults(page);
  });
  expect(faults).toEqual([]);
});

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

  testTargets(report, [['#issue-3', ['violations']]]);

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
});

describe('filtering and sorting the HTML report', () => {
  it('starts with all issues, in the order of the report, and shows their number', async () => {
    const { issues, said, hash } = await lookInSections(seen);
    expect(issues).toEqual(everything);
    expect(said).toBe('Shown: 6 of 6 groups of violations, 2 of 2 groups that need review.');
    expect(hash).toBe('');
  });

  testFilters(report, [
    ['state', 'regressed', ['label']],
    ['page', '12', ['link-name']],
  ]);

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

  testOrders(report, [['impact', ['label', 'image-alt']]]);

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
});

it('copying a fingerprint copies it and says so', async () => {
  const copied = await copyFingerprint(report, 'copied = text');
  expect(copied).toEqual({ got: 'f1_0000000000000000000003e8', said: 'Fingerprint copied.' });
});

describe('the HTML report without script', () => {
  it('shows every issue in its sections, and no control', async () => {
    const found = await open(async (page) => {
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
