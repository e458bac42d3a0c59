import type { ChunkJob } from '../../core/scans/chunk.ts';
import type { ChunkPage } from '../../core/scans/messages.ts';
import type { PageResult } from '../../core/scans/page-result.ts';
import { finding, identity, node, result } from '../unit/reports/fixtures.ts';
import {
  appears,
  findingsOn,
  isShownOn,
  outcomeOf,
  type Trial,
  type TrialConfig,
} from './settings-oracle.ts';
import { credential, links } from './settings-site.ts';

/** Scans a page of the settings' site as the browser does, with the data of the chunk only. */
export function scanSettingsPage(
  chunk: ChunkJob,
  page: ChunkPage,
  { isChanged }: Pick<Trial, 'isChanged'>,
): { result: PageResult; links: string[] } {
  const { origin } = new URL(page.url);
  const path = page.url.slice(origin.length);
  const { includeSelectors, waitFor } = chunk.settings;
  const { expectStatus } = page;
  const trial: Trial = {
    config: { ...toConfig(chunk), ...(expectStatus && { expect: { status: expectStatus } }) },
    // Only the start page has an expected status.
    start: expectStatus !== undefined && path === '/missing' ? '/missing' : '/',
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
      incomplete: waitFor !== null && 'selector' in waitFor && !appears(waitFor.selector, path),
    }),
    links: outcome === 'http-error' ? [] : linksOf(path, origin, chunk.hashRoutes),
  };
}

/** Returns the settings of pages as a trial has them. All rules are tested; the caller selects among them. */
function toConfig({ settings, ruleIds }: ChunkJob): TrialConfig {
  const { viewport, mobile, waitFor, ...others } = settings;
  return {
    ...others,
    checks: ruleIds.some((ruleId) => ruleId.startsWith('a11y-')) ? 'all' : 'axe',
    rules: ['wcag-aaa', 'best-practice'],
    viewport: !mobile ? viewport : viewport.width > 500 ? 'tablet' : 'mobile',
    ...(waitFor && { waitFor }),
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
