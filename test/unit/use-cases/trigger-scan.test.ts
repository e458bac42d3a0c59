import { describe, expect, it, vi } from 'vitest';
import type { Principal } from '../../../core/access/principal.ts';
import { createId } from '../../../core/ids.ts';
import { resolveScanStart } from '../../../core/scans/resolve-settings.ts';
import type { Scan } from '../../../core/scans/scan.ts';
import { type ScanConfig, scanConfigSchema } from '../../../core/scans/scan-config.ts';
import type { Trigger, TriggerOutcome } from '../../../core/scans/trigger.ts';
import { triggerScan } from '../../../use-cases/trigger-scan.ts';
import { memberPrincipal, wideLimits } from '../../support/fixtures.ts';
import { accountId, key, makeSite, memory, now, problemOf, request, scanOf, strangersTo } from './fakes.ts';

const site = makeSite();
const config = (given: object = {}): ScanConfig => scanConfigSchema.parse({ rules: ['wcag-aa'], ...given });

function service({
  scans = [] as Scan[],
  insert = ({ scan }: Trigger): TriggerOutcome => ({ kind: 'created', scan }),
  urlFault = (_: string): string | null => null,
} = {}) {
  return {
    ...memory({ sites: [site], scans }),
    readScanStart: async () => resolveScanStart(site, config()),
    insertScan: vi.fn(async (trigger: Trigger) => insert(trigger)),
    requestPlan: vi.fn(async (_: Scan) => {}),
    urlFault,
    limits: wideLimits,
  };
}

const input = (given: object = {}, principal: Principal = key) => ({
  ...request,
  principal,
  siteId: site.siteId,
  config: config(given),
});

describe('triggering a scan', () => {
  it('writes a queued scan and requests its plan', async () => {
    const dependencies = service();
    const { scan, isReplay } = await triggerScan(dependencies, input());
    expect(isReplay).toBe(false);
    expect(scan).toMatchObject({
      siteId: site.siteId,
      accountId,
      status: 'queued',
      actor: key.keyId,
      correlationId: 'request-1',
    });
    expect(dependencies.insertScan).toHaveBeenCalledWith({
      scan,
      start: resolveScanStart(site, config()),
      idempotency: undefined,
      limits: wideLimits,
      by: { accountId, actor: key.keyId, sourceIp: key.sourceIp, requestId: 'request-1' },
      now,
    });
    expect(dependencies.requestPlan.mock.calls).toEqual([[scan]]);
  });

  it.each<[string, Principal, object]>([
    [
      'a schedule',
      { kind: 'schedule', scheduleId: 'schedule_1', accountId, role: 'scanner' },
      { accountId, actor: 'schedule_1', requestId: 'request-1' },
    ],
    [
      'a member',
      memberPrincipal({ accountId, role: 'manager' }),
      { accountId, actor: 'person_1', sourceIp: '192.0.2.9', requestId: 'request-1' },
    ],
  ])('is allowed to %s, which the scan and the audit log record', async (_, principal, by) => {
    const dependencies = service();
    const { scan } = await triggerScan(dependencies, input({}, principal));
    expect(scan.actor).toBe((by as { actor: string }).actor);
    expect(dependencies.insertScan.mock.calls[0]?.[0].by).toEqual(by);
  });

  it.each(strangersTo())(
    'is refused to a principal %s as if the site did not exist',
    async (_, principal) => {
      await problemOf(triggerScan(service(), input({}, principal)), 'site-not-found');
    },
  );

  it('is refused for a URL that is not on an origin of the site, or that no scan may open', async () => {
    const elsewhere = triggerScan(service(), input({ url: 'https://evil.example/' }));
    expect((await problemOf(elsewhere, 'invalid-request')).errors).toEqual([
      {
        path: 'config.url',
        message: "must be on the site's origin or one of its origins",
        allowed: ['https://shop.example', '*.preview.example'],
      },
    ]);
    const blocked = service({ urlFault: (url) => `must not be ${url}` });
    const url = 'https://pr-1.preview.example/';
    expect((await problemOf(triggerScan(blocked, input({ url })), 'invalid-request')).errors).toEqual([
      { path: 'config.url', message: `must not be ${url}` },
    ]);
    expect((await triggerScan(service(), input({ url }))).scan.config.url).toBe(url);
  });

  it('is refused for fewer pages than the site lists', async () => {
    const dependencies = { ...service(), ...memory({ sites: [{ ...site, pages: ['/a', '/b'] }] }) };
    const { errors } = await problemOf(triggerScan(dependencies, input({ maxPages: 2 })), 'invalid-request');
    expect(errors).toMatchObject([{ path: 'config.maxPages' }]);
  });
});

describe('a named baseline', () => {
  const completed = { status: 'completed', report: 'ready' } as const;
  const baseline = scanOf(site, completed);
  const other = scanOf(makeSite(), completed);
  const unfinished = scanOf(site);
  const another = scanOf(site, { ...completed, config: config({ rules: ['wcag-a'] }) });
  const scans = [baseline, other, unfinished, another];
  const messageFor = async (scanId: string) => {
    const call = triggerScan(service({ scans }), input({ baseline: scanId }));
    return (await problemOf(call, 'invalid-request')).errors;
  };

  it('must be a scan of the site that has a comparable state', async () => {
    const { scan } = await triggerScan(service({ scans }), input({ baseline: baseline.scanId }));
    expect(scan.config.baseline).toBe(baseline.scanId);
    const ofSite = [{ path: 'config.baseline', message: 'must be a scan of this site' }];
    expect(await messageFor(other.scanId)).toEqual(ofSite);
    expect(await messageFor(createId('scan', now))).toEqual(ofSite);
    expect(await messageFor(unfinished.scanId)).toMatchObject([
      { message: 'must be a completed scan that has a report' },
    ]);
    expect(await messageFor(another.scanId)).toMatchObject([
      { message: expect.stringContaining('it differs in rules') },
    ]);
  });
});

describe('an idempotency key', () => {
  const keyed = (given: object = {}) => ({ ...input(given), idempotencyKey: 'build 1' });
  const digestOf = async (given: object) => {
    const dependencies = service();
    await triggerScan(dependencies, keyed(given));
    return dependencies.insertScan.mock.calls[0]?.[0].idempotency;
  };

  it('is stored with a digest that is the same for equal configs only', async () => {
    const digest = await digestOf({});
    expect(digest).toEqual({ key: 'build 1', bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await digestOf({ priority: 'normal' })).toEqual(digest);
    expect(await digestOf({ priority: 'high' })).not.toEqual(digest);
  });

  it('returns the scan of the first call, and requests its plan again only if it has none', async () => {
    const replayed = (scan: Scan) => service({ insert: () => ({ kind: 'replayed', scan }) });
    const unplanned = replayed(scanOf(site));
    expect(await triggerScan(unplanned, keyed())).toMatchObject({ isReplay: true });
    expect(unplanned.requestPlan).toHaveBeenCalledOnce();
    for (const given of [{ planned: true }, { status: 'completed' as const }]) {
      const dependencies = replayed(scanOf(site, given));
      await triggerScan(dependencies, keyed());
      expect(dependencies.requestPlan).not.toHaveBeenCalled();
    }
  });

  it('is refused while its first call is in progress, and with another body', async () => {
    const inProgress = service({ insert: () => ({ kind: 'in-progress' }) });
    const { headers } = await problemOf(triggerScan(inProgress, keyed()), 'idempotency-in-progress');
    expect(headers).toEqual({ 'Retry-After': '1' });
    const reused = service({ insert: () => ({ kind: 'key-reused' }) });
    await problemOf(triggerScan(reused, keyed()), 'idempotency-key-reused');
  });
});

describe('a scan that the table refuses', () => {
  it.each([
    ['unfinished-scans', 'unfinished-scans-limit', '30'],
    ['high-share', 'high-priority-share', '30'],
    // Ten days and 14 hours of November are left.
    ['pages-per-month', 'pages-per-month-limit', String(10 * 86_400 + 14 * 3_600)],
  ] as const)(
    'for the limit %s is reported as the problem %s, with the time to wait',
    async (limit, code, seconds) => {
      const full = service({ insert: () => ({ kind: 'limit', limit }) });
      const { headers } = await problemOf(triggerScan(full, input()), code);
      expect(headers).toEqual({ 'Retry-After': seconds });
      expect(full.requestPlan).not.toHaveBeenCalled();
    },
  );

  it('because its site was deleted meanwhile is reported as not found', async () => {
    const gone = service({ insert: () => ({ kind: 'site-gone' }) });
    await problemOf(triggerScan(gone, input()), 'site-not-found');
  });
});
