import { describe, expect, it } from 'vitest';
import { CliError } from '../../../../cli/errors.ts';
import { fetchServiceOutcome } from '../../../../cli/service/service-outcome.ts';
import type { Client } from '../../../../client/index.ts';
import { exampleReport } from '../../../../core/api/example-report.ts';
import { scanOf } from './scan.ts';

const scan = scanOf({ id: exampleReport.scan.id, status: 'completed', report: 'ready' });
const signal = new AbortController().signal;
const explain = (error: unknown) => new CliError('service', 'explained', String(error));

/** A client whose reports are these texts, sent in pieces of a few bytes. */
function clientWith(texts: Record<string, string>): Pick<Client, 'reportChunks'> & { fetched: string[] } {
  const fetched: string[] = [];
  return {
    fetched,
    async *reportChunks(_scanId, format = 'json') {
      fetched.push(format);
      const text = texts[format];
      if (text === undefined) throw new Error('gone');
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
    },
  };
}

async function textOf(pieces: AsyncIterable<string | Uint8Array>): Promise<string> {
  return Buffer.concat((await Array.fromAsync(pieces)).map((piece) => Buffer.from(piece))).toString();
}

describe('the outcome of a scan of the service', () => {
  it('has the report, and uses the received bytes as its JSON format without another request', async () => {
    const text = `${JSON.stringify({ ...exampleReport, schemaVersion: '1.99', added: '“ü”' }, null, 3)}\n`;
    const client = clientWith({ json: text, html: '<!doctype html>' });
    const outcome = await fetchServiceOutcome(client, scan, { signal, explain });
    expect(outcome).toMatchObject({
      where: 'service',
      scanId: scan.id,
      siteId: scan.siteId,
      status: 'completed',
    });
    expect(outcome.report?.summary).toEqual(exampleReport.summary);
    expect(await textOf(outcome.renderReport('json'))).toBe(text);
    expect(await textOf(outcome.renderReport('html'))).toBe('<!doctype html>');
    expect(client.fetched).toEqual(['json', 'html']);
  });

  it('stops reading an endless report before the memory is full', async () => {
    const piece = new Uint8Array(64 * 1024 * 1024);
    let given = 0;
    const endless: Pick<Client, 'reportChunks'> = {
      async *reportChunks() {
        for (; given < 100; given++) yield piece;
      },
    };
    const outcome = fetchServiceOutcome(endless, scan, { signal, explain });
    await expect(outcome).rejects.toMatchObject({ exitStatus: 'service', code: 'report-too-large' });
    expect(given).toBeLessThan(10);
  });

  it('explains why a format is not available', async () => {
    const outcome = await fetchServiceOutcome(clientWith({ json: JSON.stringify(exampleReport) }), scan, {
      signal,
      explain,
    });
    await expect(textOf(outcome.renderReport('csv'))).rejects.toMatchObject({ code: 'explained' });
  });

  it('has no report if the scan has none, and says why', async () => {
    const failure = { code: 'no-page-scanned', reason: 'No page could be scanned.\u001b[2J' } as const;
    const failed = scanOf({ status: 'failed', report: 'none', failure });
    const client = clientWith({});
    const outcome = await fetchServiceOutcome(client, failed, { signal, explain });
    expect(outcome).toMatchObject({
      status: 'failed',
      report: null,
      reason: 'No page could be scanned.[U+001B][2J',
    });
    expect(client.fetched).toEqual([]);
  });

  it.each([
    ['invalid JSON', '<html>', 'report-malformed'],
    ['other JSON', '[]', 'report-malformed'],
    [
      'the report of another scan',
      JSON.stringify({ ...exampleReport, scan: { id: 'scan_0' } }),
      'report-malformed',
    ],
    [
      'a report of a later version',
      JSON.stringify({ ...exampleReport, schemaVersion: '2.0' }),
      'report-too-new',
    ],
    [
      'a report without its lists',
      JSON.stringify({ ...exampleReport, issueGroups: undefined }),
      'report-malformed',
    ],
  ])('treats %s as a missing report', async (_name, text, code) => {
    const outcome = fetchServiceOutcome(clientWith({ json: text }), scan, { signal, explain });
    await expect(outcome).rejects.toMatchObject({ exitStatus: 'service', code });
  });
});
