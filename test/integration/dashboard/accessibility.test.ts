import { beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../../support/dashboard/fake-data.ts';
import { visitScreen } from '../../support/dashboard/open-screen.ts';
import { openedParts, openPart } from '../../support/dashboard/opened-parts.ts';
import { runRulesIn } from '../../support/dashboard/scan-screens.ts';
import { screens } from '../../support/dashboard/screens.ts';
import { useDashboardTab } from '../../support/dashboard/session.ts';

// One theme, one width and the state with data; `accessibility.all.test.ts` scans all of them with all rules.
const test = useDashboardTab();

it.each(openedParts)('$name has no violation', async (part) => {
  await openPart(test.page, test.service, part);
  expect(await runRulesIn(test.page)).toEqual({ violations: [], reviews: [] });
});

/**
 * Begins a walk by Tab, and records each stop and whether its focus is visible. Screens with the same controls outside
 * `main` differ only in `main`, so the walk through the later ones begins there. Returns what to expect.
 */
const BEGIN_WALK = `((outsideBefore) => {
  const isStop = (each) => each.checkVisibility() && (each.type !== 'radio' || each.checked);
  const stops = [...document.querySelectorAll('a[href], button, input, select, textarea')].filter(isStop);
  const main = document.querySelector('main');
  const outside = stops.filter((each) => !main.contains(each)).map((each) => each.outerHTML).join('')
    .replace(/ (aria-current|href)="[^"]*"/g, '');
  const isWhole = !outsideBefore.includes(outside);
  const start = Object.assign(document.createElement('span'), { tabIndex: -1 });
  (isWhole ? document.body : main).prepend(start);
  start.focus();
  const expected = stops.filter((each) => start.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING).length;
  start.remove();
  const isWatched = window.stops !== undefined;
  window.stops = [];
  if (!isWatched) document.addEventListener('focusin', ({ target }) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(target);
    window.stops.push({
      element: target.outerHTML.slice(0, 80),
      isVisible: target.checkVisibility() && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
    });
  });
  return { outside, isWhole, expected };
})`;

interface Walk {
  /** The controls outside `main`. */
  outside: string;
  isWhole: boolean;
  /** Number of stops that the walk has at least, and one more. */
  expected: number;
}

/** The controls outside `main` of the screens that were walked through as a whole. */
const outsideBefore: string[] = [];

// Each screen is opened once for these tests. No script depends on the width.
describe.each(screens)('$name', ({ path }) => {
  beforeAll(async () => {
    await test.page.setViewport({ width: 1280, height: 900 });
    await visitScreen(test.page, test.service.origin + path(accounts.full));
  });

  it('has no violation and no open review', async () => {
    expect(await runRulesIn(test.page)).toEqual({ violations: [], reviews: [] });
  });

  it('has a visible focus on each stop by keyboard, and no trap', async () => {
    const { page } = test;
    const walk = (await page.evaluate(`${BEGIN_WALK}(${JSON.stringify(outsideBefore)})`)) as Walk;
    const { outside, isWhole, expected } = walk;
    outsideBefore.push(outside);
    // To wait for each press would take most of the time.
    await Promise.all(Array.from({ length: expected - 1 }, () => page.keyboard.press('Tab')));
    for (let press = 0; press < 20; press++) {
      if (await page.evaluate('document.activeElement === document.body')) break;
      await page.keyboard.press('Tab');
    }
    const stops = (await page.evaluate('window.stops')) as { element: string; isVisible: boolean }[];
    expect(stops.filter(({ isVisible }) => !isVisible)).toEqual([]);
    expect(new Set(stops.map(({ element }) => element)).size).toBeGreaterThan(isWhole ? 3 : 1);
    expect(stops.length).toBeGreaterThanOrEqual(expected - 1);
    if (isWhole) expect(stops[0]?.element).toContain('skip');
  });

  it('has targets of 24 px, except links in text', async () => {
    const small =
      await test.page.evaluate(`[...document.querySelectorAll('button, input, select, summary, .button, nav a, td a, th a')]
      .filter((each) => each.checkVisibility())
      .map((each) => [each.outerHTML.slice(0, 90), each.closest('.choice')?.getBoundingClientRect().height ?? each.getBoundingClientRect().height])
      .filter(([, height]) => height < 24)`);
    expect(small).toEqual([]);
  });

  it('fits 320 px, which is 1280 px at 400 percent, also with longer texts from right to left', async () => {
    const { page } = test;
    await page.setViewport({ width: 320, height: 256 });
    const seen = await page.evaluate(`({
      scroll: document.documentElement.scrollWidth,
      wide: [...document.querySelectorAll('body *')]
        .filter((each) => !each.closest('.visually-hidden, .skip, thead, svg'))
        .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
        .map((each) => each.outerHTML.slice(0, 100)),
    })`);
    expect(seen).toEqual({ scroll: 320, wide: [] });
    // The catalogue is English. Longer words are simulated by wider letters.
    const scroll = await page.evaluate(`(() => {
      document.documentElement.dir = 'rtl';
      document.body.style.letterSpacing = '0.2em';
      const { scrollWidth } = document.documentElement;
      document.documentElement.dir = '';
      document.body.style.letterSpacing = '';
      return scrollWidth;
    })()`);
    expect(scroll).toBe(320);
  });
});
