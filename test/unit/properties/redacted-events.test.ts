import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noLinks } from '../../../core/crawl/found-links.ts';
import { chunkEventSchema, unpackPageEnd } from '../../../core/scans/chunk-events.ts';
import { ChunkProgress } from '../../../core/scans/chunk-progress.ts';
import { DETAIL_LENGTH_MAX, FINAL_URL_LENGTH_MAX } from '../../../core/scans/messages.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import type { Credentials } from '../../../core/sites/credentials.ts';
import { EventWriter } from '../../../functions/scan-pages/event-writer.ts';
import { sanitizeText } from '../../../scanner/page/sanitize-text.ts';
import { createRedaction, redactEvents } from '../../../scanner/redact/redact-result.ts';
import { hold, runsOf } from '../../support/hold.ts';
import { finding, node, result } from '../reports/fixtures.ts';

const SECRET = 'k7Zq';
const credentials: Credentials = {
  origin: 'https://shop.example',
  headers: { 'X-Token': SECRET },
  cookies: [],
  basic: null,
};
const pageId = `page_${'1'.repeat(32)}`;
const page = { pageId, url: 'https://shop.example/', attempt: 1, identity: '/' };

/** Returns the lines that the function of the browser reports for a page. */
async function report(events: (redacted: ReturnType<typeof redactEvents>) => Promise<unknown>) {
  const stream = new PassThrough({ highWaterMark: 100_000_000 });
  await events(redactEvents(new EventWriter(stream, 'streamed').events, createRedaction(credentials)));
  stream.end();
  return Buffer.concat(await stream.toArray())
    .toString()
    .trimEnd()
    .split('\n');
}

const finish = (of: PageResult, links = noLinks) =>
  report(async (events) => {
    await events.pageStarted(page);
    await events.pageFinished(of, links, of.finalUrl);
  });

/** Parses lines as the dispatcher does. */
function accept(lines: readonly string[], { scanId }: Pick<PageResult, 'scanId'>) {
  const progress = new ChunkProgress({ scanId, pages: [page] });
  return lines.map((line) => progress.accept(chunkEventSchema.parse(JSON.parse(line))));
}

/** Pieces that redaction lengthens, keeps, or shortens. */
const pieces = [
  `/${SECRET}`,
  '?key=x',
  '&sid=1',
  '://u@',
  '://u:p@',
  '%3D',
  'a',
  '…',
  '\u{1f600}',
  '"',
  '\u0001',
];
/** Texts that fill a limit: one character less, or exactly, or more of them, which are cut as those of a page. */
const filling = (limit: number) =>
  fc
    .record({
      chosen: fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 }),
      length: fc.constantFrom(limit - 1, limit, limit + 1, 2 * limit),
    })
    .map(({ chosen, length }) => {
      const unit = chosen.join('');
      return sanitizeText(unit.repeat(Math.ceil(length / unit.length)).slice(0, length), limit);
    });

describe('what a browser reports of a page is accepted', () => {
  it('if its texts have their maximum length and redaction makes them longer', async () => {
    const texts = fc.record({
      finalUrl: filling(FINAL_URL_LENGTH_MAX).map((text) =>
        `https://shop.example/${text}`.slice(0, FINAL_URL_LENGTH_MAX),
      ),
      detail: filling(DETAIL_LENGTH_MAX),
      title: filling(500),
      contentType: filling(200),
    });
    const generated = fc.sample(texts, { seed: 20_261_123, numRuns: runsOf(30) });
    for (const { finalUrl, detail, title, contentType } of generated) {
      const of = result(pageId, [finding('label', [node('#name', { html: title })])], {
        finalUrl,
        detail,
        title,
        contentType,
      });
      const [, finished] = accept(await finish(of), of);
      expect(finished?.type).toBe('page-finished');
      const deferred = await report((events) =>
        events.pageDeferred(page, { retryAfterSeconds: 9, outcome: 'rate-limited', detail }),
      );
      expect(chunkEventSchema.parse(JSON.parse(deferred.join())).type).toBe('page-deferred');
    }
  });

  it('without its final URL if that is too long for another page to be recognized', async () => {
    const of = result(pageId, [], { finalUrl: `https://shop.example/${`/${SECRET}`.repeat(700)}` });
    const [, finished] = accept(await finish(of), of);
    expect(finished).toMatchObject({ finalUrl: null, result: { finalUrl: expect.stringMatching(/…$/) } });
  });

  it('without some of its elements if its result is too long', async () => {
    // A character of the page that JSON writes as six.
    const nodes = Array.from({ length: 3_000 }, (_, at) => node(`#n${at}`, { html: '\u0001'.repeat(1_000) }));
    const of = result(pageId, [finding('label', nodes, { nodeCount: nodes.length })]);
    const lines = await finish(of);
    const [, line = ''] = lines;
    const { findings } = unpackPageEnd(JSON.parse(line).end).result;
    expect(findings[0]?.nodes.length).toBeGreaterThan(500);
    expect(findings[0]).toMatchObject({ nodeCount: 3_000 });
    expect(accept(lines, of)).toHaveLength(2);
  });
});

it('credentials are in no accepted text', () => {
  const redaction = createRedaction(credentials);
  hold(
    fc.property(filling(DETAIL_LENGTH_MAX), (detail) => {
      const redacted = redaction.result(result(pageId, [], { detail })).detail;
      // A short value counts only as a whole word, and the limit may cut a longer word after the same characters.
      expect(redacted.replace(/\w+…$/, '…')).not.toMatch(new RegExp(`\\b${SECRET}\\b`));
    }),
    50,
  );
});
