import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionalPseudoClasses, plainPseudoClasses } from '../../../core/scans/pseudo-classes.ts';
import { findSelectorFault } from '../../../core/scans/selector-fault.ts';
import { launchBrowser, type RunningBrowser } from '../../../scanner/browser/browser.ts';
import { findVerified } from '../../support/find-verified.ts';
import { acceptedByBrowsers, noSelectors, selectors } from '../../support/selectors.ts';

/** The part of it that the function in the page uses. */
declare const document: { querySelectorAll(text: string): unknown };

let directory: string;
let running: RunningBrowser;
let page: Page;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'selectors-'));
  // No page is opened, so the proxy gets no request.
  running = await launchBrowser(await findVerified(), directory, '127.0.0.1:1');
  page = await running.browser.newPage();
});
afterAll(async () => {
  await running?.kill();
  await rm(directory, { recursive: true, force: true });
});

/** Returns the texts that the browser accepts as selectors. */
function listAccepted(texts: readonly string[]): Promise<string[]> {
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
  it('accepts every selector that our validation accepts, and every pseudo-class', async () => {
    const plain = plainPseudoClasses.map((name) => `:${name}`);
    const all = [...selectors, ...plain];
    expect(await listAccepted(all)).toEqual(all);
    const names = { name: 'x', direction: 'ltr' };
    const argument = { selectors: 'a', relative: '> a', nth: '2n', 'nth-of': '2 of a', ...names };
    const functional = Object.entries(functionalPseudoClasses).map(
      ([name, kind]) => `:${name}(${argument[kind]})`,
    );
    expect(await listAccepted(functional)).toEqual(functional);
  });

  it('rejects what our validation rejects, except for a few notations', async () => {
    expect((await listAccepted(Object.keys(noSelectors))).toSorted()).toEqual(acceptedByBrowsers.toSorted());
  });

  it('accepts those of twenty thousand garbled selectors that our validation accepts', async () => {
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
    const garbled = Array.from({ length: 20_000 }, () => {
      const parts = Array.from({ length: 1 + random(4) }, () => pieces[random(pieces.length)] ?? '');
      return parts.map((part) => (random(2) === 0 ? part : cut(part))).join('');
    });
    const accepted = [...new Set(garbled.filter((text) => findSelectorFault(text) === null))];
    expect(accepted.length).toBeGreaterThan(200);
    const ours = new Set(await listAccepted(accepted));
    expect(accepted.filter((text) => !ours.has(text))).toEqual([]);
  });
});
