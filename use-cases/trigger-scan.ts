import { toActor } from '../core/audit/audit-entry.ts';
import { Problem } from '../core/problems/problem.ts';
import { buildScan } from '../core/scans/build-scan.ts';
import type { Scan } from '../core/scans/scan.ts';
import type { ScanConfig } from '../core/scans/scan-config.ts';
import {
  createLimitProblem,
  hashConfig,
  type ScanLimits,
  type Trigger,
  type TriggerOutcome,
} from '../core/scans/trigger.ts';
import { type FindSite, getSite } from './get-site.ts';
import { prepareScan } from './prepare-scan.ts';
import type { RequestContext } from './request-context.ts';
import type { CheckUrl } from './require-allowed-url.ts';
import { type RequireBaselineDependencies, requireBaseline } from './require-baseline.ts';

export interface TriggerScanDependencies extends FindSite, CheckUrl, RequireBaselineDependencies {
  limits: ScanLimits;
  /** Writes a scan within the limits of its account, once for each idempotency key. */
  insertScan(trigger: Trigger): Promise<TriggerOutcome>;
  /** Requests the planning of a scan. */
  requestPlan(scan: Scan): Promise<void>;
}

/**
 * Starts a scan of a site.
 * @param input.idempotencyKey makes the call safe to repeat: a repeated call returns the scan of the first call
 */
export async function triggerScan(
  dependencies: TriggerScanDependencies,
  input: RequestContext & { siteId: string; config: ScanConfig; idempotencyKey?: string | undefined },
): Promise<{ scan: Scan; isReplay: boolean }> {
  const { principal, requestId, now, siteId, config, idempotencyKey } = input;
  const { limits } = dependencies;
  const site = await getSite(dependencies, { principal, siteId });
  const start = prepareScan(dependencies, site, config);
  await requireBaseline(dependencies, site, config, start);

  const triggered = await dependencies.insertScan({
    scan: buildScan({ site, config, principal, requestId, now }),
    start,
    idempotency:
      idempotencyKey === undefined ? undefined : { key: idempotencyKey, bodyHash: hashConfig(config) },
    limits,
    by: toActor(principal, requestId),
    now,
  });
  switch (triggered.kind) {
    case 'site-gone':
      throw new Problem('site-not-found');
    case 'scan-gone':
      throw new Problem(
        'scan-not-found',
        'The scan of this Idempotency-Key was deleted. Send a new key to start another scan.',
      );
    case 'in-progress':
      throw new Problem('idempotency-in-progress', undefined, { headers: { 'Retry-After': '1' } });
    case 'key-reused':
      throw new Problem(
        'idempotency-key-reused',
        'This Idempotency-Key was used with another body. Send a new key.',
      );
    case 'limit':
      throw createLimitProblem(triggered.limit, limits, now);
  }
  const { kind, scan } = triggered;
  // The scan of a replay may not have been planned yet, because its first call ended before it requested the plan.
  if (scan.status === 'queued' && !scan.planned) await dependencies.requestPlan(scan);
  return { scan, isReplay: kind === 'replayed' };
}
