import { afterAll, beforeAll, describe, it } from 'vitest';
import type { ChunkJob } from '../../../core/scans/chunk.ts';
import type { ChunkPage } from '../../../core/scans/messages.ts';
import { findingsOn, isShownOn, outcomeOf, type Trial } from '../../support/settings-oracle.ts';
import { expectRow, pairCount, rows } from '../../support/settings-rows.ts';
import { credential, links, type SettingsSite, serveSettingsSite } from '../../support/settings-site.ts';
import { finding, identity, node, result } from '../../unit/reports/fixtures.ts';
import { startWorkflow, type Workflow } from './harness.ts';

let workflow: Workflow;
let elsewhere: SettingsSite;
/** True if the scanned site has the fault `added`. */
let isChanged = false;

beforeAll(async () => {
  elsewhere = await serveSettingsSite(false);
  workflow = await startWorkflow(scanPage);
});
afterAll(async () => {
  await workflow?.stop();
  await elsewhere?.stop();
});

/** Scans a page of the site as the browser does, with the data of the chunk only. */
async function scanPage(chunk: ChunkJob, page: ChunkPage) {
  const { origin } = new URL(page.url);
  const path = page.url.slice(origin.length);
  const { includeSelectors, excludeSelectors } = chunk.settings;
  const trial: Trial = {
    config: { rules: ['wcag-aaa', 'best-practice'], includeSelectors, excludeSelectors },
    start: '/',
    isChanged,
    isSignedIn: isSignedIn(chunk, origin),
  };
  const outcome = outcomeOf(path, trial);
  const isScanned = outcome === 'scanned' || outcome === 'partially-scanned';
  const found = isScanned ? findingsOn(path, trial).filter(({ rule }) => chunk.ruleIds.includes(rule)) : [];
  const findings = [...Map.groupBy(found, ({ rule, kind }) => `${kind} ${rule}`).values()].map((alike) =>
    finding(
      alike[0]?.rule ?? '',
      alike.map(({ rule, id, impact }) =>
        node(`#${id}`, {
          html: `<span id="${id}">`,
          impact,
          identity: identity(`${page.identity} ${rule} ${id}`),
          marks: chunk.marks.filter((selector) => selector === `.${id}`),
        }),
      ),
      { kind: alike[0]?.kind },
    ),
  );
  const rules = chunk.ruleIds.map((ruleId) => {
    const kinds = findings.filter((each) => each.ruleId === ruleId).map(({ kind }) => kind);
    if (kinds.includes('violation')) return { ruleId, result: 'failed' as const };
    return { ruleId, result: kinds.includes('review') ? ('review' as const) : ('passed' as const) };
  });
  const { scanId } = chunk;
  const { pageId, attempt, url } = page;
  return {
    result: result(pageId, findings, {
      ...{ scanId, attempt, requestedUrl: url, finalUrl: url, outcome },
      httpStatus: outcome === 'http-error' ? 404 : 200,
      rules: isScanned ? rules : [],
      selectorsUnmatched: includeSelectors.filter((selector) => !isShownOn(selector, path)),
    }),
    links: outcome === 'http-error' ? [] : linksOf(path, origin, chunk.hashRoutes),
  };
}

/** True if the chunk has the credentials that the site requires, for this origin. */
function isSignedIn({ credentials }: ChunkJob, origin: string): boolean {
  return credentials?.origin === origin && credentials.headers[credential.name] === credential.value;
}

function linksOf(path: string, origin: string, hashRoutes: boolean): string[] {
  const paths = links[path.replace(/#.*/, '')] ?? [];
  return [...new Set(paths.map((each) => origin + (hashRoutes ? each : each.replace(/#.*/, ''))))];
}

describe(`settings of sites and scans in pairs: ${rows.length} scans with all ${pairCount} pairs`, () => {
  it.each(rows)('$id: $row', async ({ row }) => {
    const key = await workflow.api.key(await workflow.api.account());
    const server = await serveSettingsSite(false);
    isChanged = false;
    const site: SettingsSite = {
      ...server,
      change: () => {
        isChanged = true;
      },
    };
    const tried = {
      call: key.call.bind(key),
      scan: (siteId: string, config: object) => workflow.scan(key, siteId, config),
    };
    await expectRow(row, tried, site, elsewhere).finally(() => server.stop());
  });
});
