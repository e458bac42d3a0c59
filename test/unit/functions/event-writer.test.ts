import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { noLinks } from '../../../core/crawl/found-links.ts';
import { createId } from '../../../core/ids.ts';
import { type ChunkEvent, unpackPageEnd } from '../../../core/scans/chunk-events.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import type { ResponseMode } from '../../../core/scans/response-mode.ts';
import { EventWriter, ResponseFullError } from '../../../functions/scan-pages/event-writer.ts';
import { finding, node, result } from '../reports/fixtures.ts';

const scanId = createId('scan', new Date('2026-11-21T12:00:00Z'));

/** Returns the result of a page whose findings have about so many bytes, which compression cannot make smaller. */
function resultOf(digit: string, bytes: number): PageResult {
  const html = randomBytes(bytes / 2).toString('base64url');
  return result(`page_${digit.repeat(32)}`, [finding('label', [node('#name', { html })])], { scanId });
}

function open(responses: ResponseMode) {
  const stream = new PassThrough({ highWaterMark: 1e9 });
  const writer = new EventWriter(stream, responses);
  const finish = (page: PageResult) => writer.events.pageFinished(page, noLinks, 'https://shop.example/');
  const read = () => {
    const text = String(stream.read() ?? '');
    const events = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as ChunkEvent);
    return {
      bytes: text.length,
      ends: events.flatMap((event) => ('end' in event ? [unpackPageEnd(event.end)] : [])),
    };
  };
  return { writer, finish, read };
}

describe('a buffered response', () => {
  it('has the results of pages as long as they fit', async () => {
    const { finish, read } = open('buffered');
    await finish(resultOf('1', 2_000_000));
    await finish(resultOf('2', 2_000_000));
    const { ends } = read();
    expect(ends.map((end) => end.result.outcome)).toEqual(['scanned', 'scanned']);
    expect(ends[1]?.result.findings).toHaveLength(1);
  });

  it('refuses the results of a later page that do not fit, and stays below 6 MB', async () => {
    const { writer, finish, read } = open('buffered');
    await finish(resultOf('1', 5_000_000));
    await expect(finish(resultOf('2', 5_000_000))).rejects.toThrow(ResponseFullError);
    await writer.write({ type: 'response-full' });
    const { bytes, ends } = read();
    expect(ends).toHaveLength(1);
    expect(bytes).toBeLessThan(6 * 1024 * 1024);
  });

  it('ends a page that fits in no response as a fault of the service, without findings', async () => {
    const { finish, read } = open('buffered');
    await finish(resultOf('1', 10_000_000));
    const { bytes, ends } = read();
    expect(bytes).toBeLessThan(10_000);
    expect(ends[0]).toMatchObject({
      result: {
        outcome: 'service-fault',
        detail: expect.stringContaining('larger than 6 MB'),
        findings: [],
      },
      links: noLinks,
      finalUrl: null,
    });
    expect(new Set(ends[0]?.result.rules.map((rule) => rule.result))).toEqual(new Set(['not-run']));
  });
});

it('a streamed response has the results of the same page', async () => {
  const { finish, read } = open('streamed');
  await finish(resultOf('1', 10_000_000));
  expect(read().ends[0]?.result.findings).toHaveLength(1);
});
