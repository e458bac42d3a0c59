import { expect, it } from 'vitest';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { scan } from './harness.ts';
import { silent, urlOf, useSilentServers } from './silent-servers.ts';

useSilentServers();

/** Compares the outcomes of the silent servers, whose results are `step` apart. */
function expectTimeouts(results: PageResult[], step: number): void {
  for (const [at, [path, detail]] of silent.entries()) {
    expect(results[step * at]?.outcome, path).toBe('timeout');
    expect(results[step * at]?.detail, path).toMatch(detail);
  }
}

it('every server that keeps a connection and is silent is a timeout by the proxy, and the next page is scanned', async () => {
  const { results } = await scan(
    silent.flatMap(([path]) => [urlOf(path), urlOf('/good')]),
    // Longer than a loaded machine needs to answer for the next page.
    { idleMs: 3_000 },
  );
  expect(results.map(({ outcome }) => outcome)).toEqual(silent.flatMap(() => ['timeout', 'scanned']));
  expectTimeouts(results, 2);
});

it('every server that keeps a connection and is silent is a timeout by the time limit of the page', async () => {
  const { results } = await scan(
    silent.map(([path]) => urlOf(path)),
    { pageTimeoutMs: 4_000 },
  );
  expect(results).toHaveLength(silent.length);
  expectTimeouts(results, 1);
});
