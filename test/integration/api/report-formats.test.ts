import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settleScan } from '../../../adapters/dynamodb/end-scan.ts';
import { readTrackedScan } from '../../../adapters/dynamodb/scans.ts';
import { type ReportFormat, reportFormatNames, reportFormats } from '../../../core/reports/report-formats.ts';
import { buildReportKey } from '../../../core/scans/object-keys.ts';
import { type Answer, type Api, startApi, type TestKey } from './harness.ts';

let api: Api;
let key: TestKey;
let scanId: string;

/** Short texts, one for the report in each format. */
const texts: Partial<Record<ReportFormat, string>> = {
  csv: '\ufeff"state"\r\n',
  sarif: '{"version":"2.1.0","runs":[]}',
  'sarif-github': '{"version":"2.1.0","runs":[{}]}',
  earl: '{"@context":{}}',
  'gitlab-code-quality': '[]',
  'gitlab-accessibility': '{"total":0,"errors":0,"results":{}}',
  json: '{"url":"https://x.example/","expiresAt":"2026-01-01T00:00:00.000Z"}',
};
const textOf = (format: ReportFormat) => texts[format] ?? `text of ${format}`;

/** Creates a scan whose report is ready. */
async function createSettledScan(edition?: string): Promise<string> {
  const site = await key.call('POST', '/sites', { body: { name: 'Shop', url: 'https://shop.example.com/' } });
  const body = { config: { rules: ['wcag-aa'] } };
  const { id } = (await key.call('POST', `/sites/${site.json.id}/scans`, { body })).json;
  const item = await readTrackedScan(api.tables.store, id);
  if (!item) throw new Error('no scan');
  await settleScan(api.tables.store, item, {
    report: 'ready',
    ...(edition === undefined ? {} : { edition }),
  });
  return id;
}

beforeAll(async () => {
  api = await startApi();
  key = await api.key(await api.account());
  scanId = await createSettledScan('e1');
  const of = { accountId: key.record.accountId, scanId, edition: 'e1' };
  for (const format of reportFormatNames) await api.putReport(buildReportKey(of, format), textOf(format));
});
afterAll(() => api?.stop());

const get = (query: string, accept?: string) =>
  key.call('GET', `/scans/${scanId}/report${query}`, accept ? { headers: { Accept: accept } } : {});
const digest = (text: string) => `sha-256=:${createHash('sha256').update(text).digest('base64')}:`;
const getContent = ({ status, text, headers }: Answer) => [status, text, headers.get('content-type')];

describe('a report in each of its formats', () => {
  it.each(reportFormatNames)('is returned as %s by name, byte by byte, with its checksum', async (format) => {
    const answer = await get(`?format=${format}`, 'application/pdf');
    expect(getContent(answer)).toEqual([200, textOf(format), reportFormats[format].contentType]);
    expect(answer.headers.get('repr-digest')).toBe(digest(textOf(format)));
  });

  it.each(reportFormatNames.filter((name) => reportFormats[name].mediaType !== null))(
    'is returned as %s by the Accept header',
    async (format) => {
      const answer = await get('', `${reportFormats[format].mediaType}, application/json;q=0.1`);
      expect(getContent(answer)).toEqual([200, textOf(format), reportFormats[format].contentType]);
    },
  );

  it('is returned as HTML with a policy that gives the page an origin of its own', async () => {
    const { headers } = await get('?format=html');
    expect(headers.get('content-security-policy')).toBe("sandbox allow-scripts; frame-ancestors 'none'");
  });

  it('lists all formats to a caller that accepts none of them', async () => {
    const { status, json } = await get('', 'application/pdf');
    expect([status, json.code]).toEqual([406, 'not-acceptable']);
    for (const format of reportFormatNames) expect(json.detail).toContain(format);
  });

  it('is returned as a link to a file with a specific name', async () => {
    const { json } = await get('?delivery=link&format=sarif-github');
    expect(Date.parse(json.expiresAt) - Date.now()).toBeLessThanOrEqual(300_000);
    expect(await (await fetch(json.url)).text()).toBe(textOf('sarif-github'));
    const asked = new URL(json.url).searchParams;
    expect(asked.get('response-content-type')).toBe('application/sarif+json');
    expect(asked.get('response-content-disposition')).toContain(`a11y-${scanId}.sarif`);
  });
});
