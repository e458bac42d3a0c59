import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionalPseudoClasses, plainPseudoClasses } from '../../../core/scans/pseudo-classes.ts';
import { findSelectorFault } from '../../../core/scans/selector-fault.ts';
import { launchBrowser, type RunningBrowser } from '../../../scanner/browser/browser.ts';
import { provideChromium } from '../../../scanner/chromium-pack/locate.ts';
import { acceptedByBrowsers, noSelectors, selectors } from '../../support/selectors.ts';

/** What the function that runs in the page uses of it. */
declare const document: { querySelectorAll(text: string): unknown };

let directory: string;
let running: RunningBrowser;
let page: Page;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'selectors-'));
  // No page is opened, so that the proxy is never asked.
  running = await launchBrowser(await provideChromium(), directory, '127.0.0.1:1');
  page = await running.browser.newPage();
});
afterAll(async () => {
  await running?.kill();
  await rm(directory, { recursive: true, force: true });
});

/** Those of the texts that the browser takes as selectors. */
function taken(texts: readonly string[]): Promise<string[]> {
  return page.evaluate(
    (all) =>
      all.filter((text) => {
        try {
          document.querySelectorAll(text);
          return true;
        } catch {
          return false;
        }
      }),
    [...texts],
  );
}

describe('the browser', () => {
  it('takes every selector that is accepted, and every pseudo-class', async () => {
    const plain = plainPseudoClasses.map((name) => `:${name}`);
    const all = [...selectors, ...plain];
    expect(await taken(all)).toEqual(all);
    const names = { name: 'x', direction: 'ltr' };
    const argument = { selectors: 'a', relative: '> a', nth: '2n', 'nth-of': '2 of a', ...names };
    const functional = Object.entries(functionalPseudoClasses).map(
      ([name, kind]) => `:${name}(${argument[kind]})`,
    );
    expect(await taken(functional)).toEqual(functional);
  });

  it('refuses what is refused, but for a few forms', async () => {
    expect((await taken(Object.keys(noSelectors))).toSorted()).toEqual(acceptedByBrowsers.toSorted());
  });

  it('takes whatever of a hundred thousand garbled selectors is accepted', async () => {
    const pieces = [
      ...selectors,
      ...Object.keys(noSelectors),
      ' ',
      ',',
      '>',
      ')',
      '(',
      '[',
      ']',
      '"',
      '\\',
      ':',
      '.',
    ];
    let seed = 1;
    const random = (below: number) => {
      // The minimal standard generator of Park and Miller: the same texts in every run.
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const cut = (text: string) => text.slice(random(text.length + 1), 1 + random(text.length + 1));
    const garbled = Array.from({ length: 100_000 }, () => {
      const parts = Array.from({ length: 1 + random(4) }, () => pieces[random(pieces.length)] ?? '');
      return parts.map((part) => (random(2) === 0 ? part : cut(part))).join('');
    });
    const accepted = [...new Set(garbled.filter((text) => findSelectorFault(text) === null))];
    expect(accepted.length).toBeGreaterThan(1_000);
    const ours = new Set(await taken(accepted));
    expect(accepted.filter((text) => !ours.has(text))).toEqual([]);
  });
});
