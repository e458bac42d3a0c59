import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAccount } from '../../adapters/dynamodb/access.ts';
import { readKeyDays } from '../../adapters/dynamodb/usage.ts';
import type { Report } from '../../core/reports/report.ts';
import { comparable } from '../support/comparable.ts';
import { type OwnService, startService } from '../support/service.ts';
import { onePicture, servePages } from '../support/small-site.ts';
import { usageOver } from '../support/usage.ts';

const pages = { '/': onePicture, '/a': onePicture, '/b': onePicture };
let site: Awaited<ReturnType<typeof servePages>>;
beforeAll(async () => {
  site = await servePages(pages);
});
afterAll(() => site?.stop());

async function scanWith(deliverTwice: boolean | 'together') {
  const service: OwnService = await startService({ deliverTwice });
  try {
    const key = await service.key(await service.account());
    const listed = Object.keys(pages).filter((path) => path !== '/');
    const made = await key.client.call('POST', '/sites', {
      body: { name: 'S', url: site.url, pages: listed },
    });
    const scan = await key.client.scan(made.json.id, { rules: ['wcag-aa'] });
    const report = await key.client.call<Report>('GET', `/scans/${scan.id}/report`);
    const usage = usageOver(await readKeyDays(service.store, key.record.keyId));
    const account = await findAccount(service.store, key.record.accountId);
    return {
      status: scan.status,
      report: comparable(report.json),
      usage: { scans: usage.scans, pages: usage.pages },
      unfinished: account?.unfinishedScans,
    };
  } finally {
    await service.stop();
  }
}

describe('a scan all of whose messages are delivered twice', () => {
  let once: Awaited<ReturnType<typeof scanWith>>;
  beforeAll(async () => {
    once = await scanWith(false);
    expect(once).toMatchObject({ status: 'completed', usage: { scans: 1, pages: 3 }, unfinished: 0 });
  });

  it.each([true, 'together'] as const)(
    'has the same report and the same usage (%s)',
    async (deliverTwice) => {
      expect(await scanWith(deliverTwice)).toEqual(once);
    },
  );
});
