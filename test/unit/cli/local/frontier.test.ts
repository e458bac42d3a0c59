import { beforeEach, describe, expect, it } from 'vitest';
import { explainNoPageScanned } from '../../../../cli/local/explain-no-page-scanned.ts';
import { Frontier } from '../../../../cli/local/frontier.ts';
import {
  CONSECUTIVE_DEFERRALS_MAX,
  DEFERRALS_MAX,
  PAUSE_MAX_SECONDS,
} from '../../../../core/crawl/deferral.ts';
import { page } from '../../reports/fixtures.ts';

const open = (pageId: string, position: number) => {
  const { outcome: _, detail: _detail, ...rest } = page(pageId, { position, state: 'open', attempts: 0 });
  return rest;
};
const later = {
  retryAfterSeconds: 30,
  attempt: 1,
  end: { outcome: 'rate-limited', detail: 'The server answered 429.' },
} as const;
const at = { chunkId: 'chunk_1', attempt: 1 };
const time = (milliseconds: number) => new Date(milliseconds);
const ids = (pages: { pageId: string }[]) => pages.map(({ pageId }) => pageId);

let frontier: Frontier;
beforeEach(() => {
  frontier = new Frontier();
  frontier.add([open('b', 1), open('a', 0)]);
});

describe('the frontier of a local scan', () => {
  it('lists its pages in the order of the report, each once', () => {
    frontier.add([open('a', 7)]);
    expect(ids(frontier.open)).toEqual(['a', 'b']);
  });

  it('does not count pages as open that are in a browser, or that have ended', () => {
    const [a] = frontier.open;
    frontier.dispatch(a ? [a] : [], 'chunk_1', time(0));
    expect(ids(frontier.open)).toEqual(['b']);
    frontier.end('b', { outcome: 'scanned', detail: '' });
    expect([frontier.done, frontier.known]).toEqual([1, 2]);
    frontier.release(frontier.pages);
    expect(ids(frontier.open)).toEqual(['a']);
  });

  it('defers a page as often as the service does, without counting the attempts', () => {
    for (let times = 0; times < DEFERRALS_MAX; times++) {
      frontier.dispatch(frontier.pages.slice(0, 1), 'chunk_1', time(0));
      frontier.begin('a', at, time(0));
      frontier.defer('a', later, time(1_000));
      expect(frontier.pages[0]).toMatchObject({ state: 'open', attempts: 0 });
    }
    frontier.dispatch(frontier.pages.slice(0, 1), 'chunk_1', time(0));
    frontier.begin('a', at, time(0));
    frontier.defer('a', later, time(1_000));
    expect(frontier.pages[0]).toMatchObject({ state: 'done', outcome: 'rate-limited', attempts: 1 });
    expect(ids(frontier.open)).toEqual(['b']);
  });

  it('pauses for as long as the host requests, within bounds', () => {
    frontier.dispatch(frontier.pages, 'chunk_1', time(0));
    frontier.defer('a', later, time(1_000));
    expect(frontier.pausedUntil).toBe(31_000);
    frontier.defer('b', { ...later, retryAfterSeconds: 2 }, time(2_000));
    expect(frontier.pausedUntil).toBe(31_000);
    frontier.dispatch(frontier.pages.slice(1), 'chunk_1', time(0));
    frontier.defer('b', { ...later, retryAfterSeconds: PAUSE_MAX_SECONDS * 2 }, time(0));
    expect(frontier.pausedUntil).toBe(PAUSE_MAX_SECONDS * 1_000);
    expect(ids(frontier.open)).toEqual(['a']);
  });

  it('ends all open pages if the host defers everything', () => {
    const many = Array.from({ length: CONSECUTIVE_DEFERRALS_MAX + 2 }, (_, index) =>
      open(`p${index}`, 2 + index),
    );
    frontier.add(many);
    frontier.dispatch(many.slice(0, CONSECUTIVE_DEFERRALS_MAX), 'chunk_1', time(0));
    for (const { pageId } of many.slice(0, CONSECUTIVE_DEFERRALS_MAX)) frontier.defer(pageId, later, time(0));
    expect(frontier.done).toBe(0);
    frontier.dispatch(frontier.pages.slice(0, 1), 'chunk_1', time(0));
    frontier.defer('a', later, time(0));
    expect(frontier.open).toEqual([]);
  });

  it('resets its count with every page that was scanned', () => {
    const many = Array.from({ length: CONSECUTIVE_DEFERRALS_MAX + 2 }, (_, index) =>
      open(`p${index}`, 2 + index),
    );
    frontier.add(many);
    frontier.dispatch(many.slice(0, CONSECUTIVE_DEFERRALS_MAX), 'chunk_1', time(0));
    for (const { pageId } of many.slice(0, CONSECUTIVE_DEFERRALS_MAX)) frontier.defer(pageId, later, time(0));
    frontier.end('b', { outcome: 'scanned', detail: '' });
    frontier.dispatch(frontier.pages.slice(0, 1), 'chunk_1', time(0));
    frontier.defer('a', later, time(0));
    expect(frontier.open.length).toBeGreaterThan(CONSECUTIVE_DEFERRALS_MAX);
  });
});

describe('a scan without a scanned page', () => {
  it('states why the first page was not scanned, and what to do', () => {
    const refused = {
      outcome: 'connection-refused',
      detail: 'shop.example refused the connection.',
    } as const;
    const reason = explainNoPageScanned([page('a', refused), page('b', { ...refused, outcome: 'timeout' })]);
    expect(reason).toBe(
      'No page of the scan could be scanned. https://shop.example/a: shop.example refused the connection. Check that the server is running on this port. All 2 pages: 1 connection-refused, 1 timeout.',
    );
  });

  it('shows neither terminal control sequences nor secrets of the URL', () => {
    const odd = { url: 'https://shop.example/?token=geheim', detail: 'odd \u001b[2J\n::error::x' };
    const reason = explainNoPageScanned([page('a', { ...odd, outcome: 'http-error' })]);
    expect(reason).not.toContain('geheim');
    expect(reason).not.toContain('\u001b');
    expect(reason).not.toContain('::error');
  });
});
