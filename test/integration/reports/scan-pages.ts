import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FindingKind } from '../../../core/findings/finding-kind.ts';
import type { Report } from '../../../core/reports/report.ts';
import { type RuleSetName, resolveRuleSets } from '../../../core/rule-sets/rule-sets.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import { scanChunkPages } from '../../../scanner/scan-chunk-pages.ts';
import { buildReport } from '../../support/build-report.ts';
import { findVerified } from '../../support/find-verified.ts';
import { aboutSite, scan, site } from '../../unit/reports/fixtures.ts';
import type { Served } from './serve.ts';

/** Scans pages of a local server with the real browser and builds the report. The first page is the start page. */
export async function scanPages(served: Served, paths: string[], rules: RuleSetName[]): Promise<Report> {
  const workDir = await mkdtemp(join(tmpdir(), 'report-test-'));
  const results: PageResult[] = [];
  const pages = paths.map((path, index) => ({
    pageId: `p${index}`,
    url: served.url + path,
    attempt: 1,
    identity: path,
  }));
  const of = scan({ config: { rules, priority: 'normal' } });
  try {
    await scanChunkPages(
      {
        scanId: of.scanId,
        pages,
        ruleIds: resolveRuleSets(rules).ruleIds,
        settings: pageSettingsDefault,
        hashRoutes: false,
        marks: [],
      },
      {
        pageStarted: async () => {},
        picture: async () => {},
        pageDeferred: async () => {},
        pageFinished: async (result) => {
          results.push(result);
        },
      },
      {
        egress: { loopbackPorts: [served.port], blockedPorts: [], ports: [] },
        workDir,
        findBrowser: findVerified,
        deadline: () => 120_000,
      },
    );
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
  const byId = new Map(results.map((result) => [result.pageId, result]));
  return buildReport({
    scan: of,
    ...aboutSite,
    site: { ...site, url: served.url },
    startUrls: [`${served.url}/`],
    pages: pages.map(({ pageId, url }, position) => ({
      scanId: of.scanId,
      pageId,
      url,
      depth: 0,
      position,
      state: 'done',
      attempts: 1,
      sends: 1,
      outcome: byId.get(pageId)?.outcome,
      detail: byId.get(pageId)?.detail,
    })),
    results,
  });
}

/** Returns every element of a report, with the members of a list of known faults. */
export function listElements(report: Report) {
  const of = (kind: FindingKind, rules: Report['violations']) =>
    rules.flatMap(({ ruleId, nodes }) =>
      nodes.map(({ url, target, impact }) => ({ page: new URL(url).pathname, ruleId, kind, target, impact })),
    );
  return [...of('violation', report.violations), ...of('review', report.needsReview)];
}
