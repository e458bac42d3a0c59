import type { CDPSession } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { BrowserGoneError, PageClock } from '../../../scanner/page/clock.ts';
import { findOpaqueContent } from '../../../scanner/page/opaque-content.ts';

const never = new Promise<never>(() => {});
const document = {} as Parameters<typeof findOpaqueContent>[2];
const search = (send: () => Promise<unknown>, milliseconds = 1_000) =>
  findOpaqueContent({ send } as unknown as CDPSession, [], document, new PageClock(milliseconds, never));

describe('a page that cannot be searched for content that the rules do not read', () => {
  it.each([
    ['the search took too long', () => never, 20],
    ['the page changed meanwhile', async () => Promise.reject(new Error('no such node')), undefined],
  ])('is reported as one that cannot be read: %s', async (reason, send, milliseconds) => {
    expect(await search(send, milliseconds)).toEqual([
      expect.objectContaining({ description: `content that axe-core cannot read (${reason})` }),
    ]);
  });

  it('rethrows that the browser is gone', async () => {
    const send = async () => {
      throw new BrowserGoneError('The browser is gone.');
    };
    await expect(search(send)).rejects.toThrow(BrowserGoneError);
  });
});
