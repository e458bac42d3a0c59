import { createHash } from 'node:crypto';
import { triggerScan as writeScan } from '../../adapters/dynamodb/scans.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { askToPlan } from '../../adapters/http/ask-pipeline.ts';
import { siteFor } from '../../adapters/http/lookup.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { retryHeader } from '../../adapters/http/retry-header.ts';
import { triggerScan } from '../../core/api/scan-endpoints.ts';
import { invalidRequest, Problem } from '../../core/problems/problem.ts';
import { newScan } from '../../core/scans/new-scan.ts';
import { startOf } from '../../core/scans/resolve-settings.ts';
import { viewScan } from '../../core/scans/scan.ts';
import type { ScanConfig } from '../../core/scans/scan-config.ts';
import { maxPagesFault } from '../../core/sites/listed-pages.ts';
import { originAllowed, type Site } from '../../core/sites/site.ts';
import { egressPolicy } from '../egress/egress-policy.ts';
import { requireOpenable } from '../egress/require-openable.ts';
import { schema } from './env.ts';
import { limitProblem } from './limit-problem.ts';
import { requireBaseline } from './require-baseline.ts';

function requireOrigin(site: Site, { url }: ScanConfig): void {
  if (url === undefined || originAllowed(site, url)) return;
  const allowed = [new URL(site.url).origin, ...site.origins];
  throw invalidRequest([
    { path: 'config.url', message: "must be on the site's origin or one of its origins", allowed },
  ]);
}

function requirePages({ maxPages }: ScanConfig, startUrls: number): void {
  const message = maxPages === undefined ? null : maxPagesFault(maxPages, startUrls);
  if (message !== null) throw invalidRequest([{ path: 'config.maxPages', message }]);
}

/** The validated config has its members in one order and its defaults filled in, so equal requests are equal here. */
function digest(config: ScanConfig): string {
  return createHash('sha256').update(JSON.stringify(config)).digest('hex');
}

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);
  const egress = egressPolicy(env);
  const limits = {
    unfinishedScans: env.UNFINISHED_SCANS_LIMIT,
    pagesPerMonth: env.PAGES_PER_MONTH_LIMIT,
    highShare: env.HIGH_SHARE_LIMIT,
  };

  return apiHandler(triggerScan, access, async (call) => {
    const { principal, params, body, headers, by, now, requestId, base } = call;
    const { config } = body;
    const site = await siteFor(access.store, principal, params.siteId);
    requireOrigin(site, config);
    if (config.url !== undefined) requireOpenable('config.url', config.url, egress);
    const start = startOf(site, config);
    requirePages(config, start.startUrls.length);
    await requireBaseline(access.store, site, config, start);

    const key = headers['Idempotency-Key'];
    const idempotency = key === undefined ? undefined : { key, bodyHash: digest(config) };
    const scan = newScan({ site, config, principal, requestId, now });
    const triggered = await writeScan(access.store, {
      scan,
      start,
      idempotency,
      limits,
      by,
      now,
    });
    switch (triggered.kind) {
      case 'site-gone':
        throw new Problem('site-not-found');
      case 'in-progress':
        throw new Problem('idempotency-in-progress', undefined, { headers: { 'Retry-After': '1' } });
      case 'key-reused':
        throw new Problem(
          'idempotency-key-reused',
          'This Idempotency-Key was used with another body; use a new one.',
        );
      case 'limit':
        throw limitProblem(triggered.limit, limits, now);
    }

    // A replayed scan may be one whose first call died before it could send this.
    if (triggered.scan.status === 'queued' && !triggered.scan.planned) {
      await askToPlan(env.PLAN_QUEUE_URL, triggered.scan);
    }
    return {
      status: 202,
      headers: {
        Location: `${base.path}/scans/${triggered.scan.scanId}`,
        ...retryHeader(triggered.scan),
        ...(triggered.kind === 'replayed' ? { 'Idempotent-Replayed': 'true' } : {}),
      },
      json: viewScan(triggered.scan),
    };
  });
}
