import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { startWorkflow, type Workflow } from './harness.ts';
import { buildScanPage } from './shown-pages.ts';

let workflow: Workflow;
beforeAll(async () => {
  workflow = await startWorkflow(
    buildScanPage(({ origin }) => ({
      faults: [],
      links: [`${origin}/quota/second`, `${origin}/quota/third`],
    })),
  );
});
afterAll(() => workflow?.stop());

it('ends a scan that exceeds the pages of a month without a green gate, and reports the pages before', async () => {
  const accountId = await workflow.api.account();
  const key = await workflow.api.key(accountId);
  const url = `${workflow.origin}/quota/`;
  const { json: site } = await key.call('POST', '/sites', { body: { name: 'Quota', url } });
  const config = { rules: ['wcag-a'], screenshots: 'none', failOn: { any: 'minor' } };
  expect(await workflow.scan(key, site.id, config)).toMatchObject({ summary: { gate: 'passed' } });

  const { db, table } = workflow.api.tables.store;
  const month = new Date().toISOString().slice(0, 7);
  const used = Number(process.env.PAGES_PER_MONTH_LIMIT) - 2;
  const update = { UpdateExpression: 'SET pages = :used', ExpressionAttributeValues: { ':used': used } };
  await db.send(
    new UpdateCommand({ TableName: table, Key: itemKeys.accountMonth(accountId, month), ...update }),
  );

  const scan = await workflow.scan(key, site.id, config);
  expect(scan).toMatchObject({
    status: 'failed',
    failure: { code: 'pages-per-month-limit' },
    report: 'ready',
    summary: { gate: 'inconclusive' },
  });
  const { json: report } = await key.call('GET', `/scans/${scan.id}/report`);
  expect(report.summary.pages.scanned).toBe(2);
  expect(report.gate.reasons.map(({ code }: { code: string }) => code)).toContain('scan-incomplete');
  const refused = await key.call('POST', `/sites/${site.id}/scans`, { body: { config } });
  expect([refused.status, refused.json.code]).toEqual([429, 'pages-per-month-limit']);
});
