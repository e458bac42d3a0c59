import { expect, it } from 'vitest';
import { scan } from './harness.ts';
import { NOT_ANSWERED, NOT_COMPLETE, urlOf, urlOfMute, useSilentServers } from './silent-servers.ts';

useSilentServers();

it('a server that keeps a connection and is silent is a timeout by the proxy, and the next page is scanned', async () => {
  const { results } = await scan(
    [urlOf('/silent'), urlOfMute(), urlOf('/stops-in-body'), urlOf('/closes'), urlOf('/good')],
    // Longer than a loaded machine needs to answer for the next page.
    { idleMs: 3_000 },
  );
  expect(results.map(({ outcome, detail }) => [outcome, detail])).toEqual([
    ['timeout', expect.stringMatching(NOT_ANSWERED)],
    ['timeout', expect.stringMatching(NOT_ANSWERED)],
    ['timeout', expect.stringMatching(NOT_COMPLETE)],
    // A server that really closes the connection is not silent.
    ['empty-response', `${new URL(urlOf('/')).host} closed the connection without an answer.`],
    ['scanned', 'The page was scanned.'],
  ]);
});

it('a server that keeps a connection and is silent is a timeout by the time limit of the page', async () => {
  const { results } = await scan(['/silent', '/stops-in-body'].map(urlOf), { pageTimeoutMs: 4_000 });
  expect(results.map(({ outcome, detail }) => [outcome, detail])).toEqual([
    ['timeout', expect.stringMatching(NOT_ANSWERED)],
    ['timeout', expect.stringMatching(NOT_COMPLETE)],
  ]);
});
