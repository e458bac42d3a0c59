import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'puppeteer-core';
import { compareSite } from '../../../bench/compare-site.ts';
import { isActingNeed } from '../../../core/checks/check-definition.ts';
import { type RuleSetName, resolveRuleSets } from '../../../core/rule-sets/rule-sets.ts';
import { getCheckNeed } from '../../../core/rule-sets/rules.ts';
import { PAGE_TIMEOUT_MS } from '../../../core/scans/pacing.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import { scanChunkPages } from '../../../scanner/scan-chunk-pages.ts';
import { findVerified } from '../find-verified.ts';
import type { FakeService } from './fake-service.ts';
import { dataStates, getCasePath, type ScanCase } from './screens.ts';

/** The rules that scan the dashboard. */
const { ruleIds } = resolveRuleSets(['wcag-aa', 'best-practice']);

/** Sorts cases: those with data first, then the wide ones. */
const byData = (a: ScanCase, b: ScanCase) =>
  dataStates.indexOf(a.state) - dataStates.indexOf(b.state) || b.width - a.width;
/** Sorts cases: the wide ones first, then those with data. */
const byWidth = (a: ScanCase, b: ScanCase) => b.width - a.width || byData(a, b);

/**
 * Returns the rules that a case runs. The checks that act on the page cost more than all other rules together. So they
 * run in one case of each screen and color scheme; without the forced colors, in which the browser draws the focus.
 * @param cases all cases
 */
export function chooseRuleIds(scan: ScanCase, cases: readonly ScanCase[]): readonly string[] {
  const ofScreen = cases.filter(({ screen, theme }) => screen === scan.screen && theme === scan.theme);
  const [withData] = ofScreen.toSorted(byData);
  const [wide] = ofScreen.toSorted(byWidth);
  return ruleIds.filter((id) => {
    const need = getCheckNeed(id);
    // The checks with other windows make the window smaller.
    if (!isActingNeed(need)) return true;
    return scan.theme !== 'forced' && scan === (need === 'viewport' ? wide : withData);
  });
}

/** What was found on one screen. */
export interface ScreenFindings {
  scan: ScanCase;
  /** Outcome of the page; anything but `scanned` means that the scan says nothing. */
  outcome: string;
  violations: string[];
  reviews: string[];
}

/**
 * Scans screens with the scanner of the service. All cases must have the same theme and width.
 * @param getRuleIds returns the rules that a case runs
 */
export async function scanScreens(
  service: FakeService,
  cases: readonly ScanCase[],
  getRuleIds: (scan: ScanCase) => readonly string[],
): Promise<ScreenFindings[]> {
  const results: PageResult[] = [];
  const ofScans = Map.groupBy(cases, (scan) => `${scan.state === 'error'} ${getRuleIds(scan).join()}`);
  for (const ofScan of ofScans.values()) {
    results.push(...(await scanTogether(service, ofScan, getRuleIds, (scan) => `p${cases.indexOf(scan)}`)));
  }
  const byId = new Map(compareSite(results).map((result) => [result.pageId, result]));
  return cases.map((scan, index) => {
    const result = byId.get(`p${index}`);
    const findings = result?.findings ?? [];
    const list = (kind: string) =>
      findings
        .filter((finding) => finding.kind === kind)
        .flatMap(({ ruleId, nodes }) => nodes.map(({ html }) => `${ruleId}: ${html}`));
    return {
      scan,
      outcome: result?.outcome ?? 'missing',
      violations: list('violation'),
      reviews: list('review'),
    };
  });
}

/** Scans screens with the same rules, which all or none show an error, in one browser. */
async function scanTogether(
  service: FakeService,
  cases: readonly ScanCase[],
  getRuleIds: (scan: ScanCase) => readonly string[],
  getPageId: (scan: ScanCase) => string,
): Promise<PageResult[]> {
  const [first] = cases;
  if (first === undefined) return [];
  const workDir = await mkdtemp(join(tmpdir(), 'dashboard-scan-'));
  const results: PageResult[] = [];
  const pages = cases.map((scan) => ({
    pageId: getPageId(scan),
    url: service.origin + getCasePath(scan),
    attempt: 1,
    identity: getPageId(scan),
  }));
  try {
    await scanChunkPages(
      {
        scanId: `scan_${'0'.repeat(26)}`,
        pages,
        ruleIds: [...getRuleIds(first)],
        settings: {
          ...pageSettingsDefault,
          viewport: { width: first.width, height: 900 },
          colorScheme: first.theme === 'dark' ? 'dark' : 'light',
          screenshots: 'none',
          // A page that says little but that an error occurred is complete only if its settings say when it is ready.
          waitFor: first.state === 'error' ? { selector: 'h1' } : null,
        },
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
        egress: { loopbackPorts: [service.port], blockedPorts: [], ports: [] },
        workDir,
        findBrowser: findVerified,
        deadline: () => 10 * PAGE_TIMEOUT_MS,
        pageTimeoutMs: 4 * PAGE_TIMEOUT_MS,
      },
    );
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
  return results;
}

/** Returns the rules of axe-core in rule sets, without the checks of the service itself. */
export function listAxeRules(ruleSets: readonly RuleSetName[]): string[] {
  const chosen = resolveRuleSets(ruleSets).ruleIds;
  return axe.getRules().flatMap(({ ruleId }) => (chosen.includes(ruleId) ? [ruleId] : []));
}

const axeRuleIds = listAxeRules(['wcag-aa', 'best-practice']);

/**
 * Runs rules of axe-core in a page of a browser, for conditions that the scanner cannot set, or because it costs less
 * than a scan.
 */
export async function runRulesIn(
  page: Page,
  rules: readonly string[] = axeRuleIds,
): Promise<Pick<ScreenFindings, 'violations' | 'reviews'>> {
  if (await page.evaluate('window.axe === undefined')) await page.evaluate(axe.source);
  return (await page.evaluate(`axe.run(document, { runOnly: { type: 'rule', values: ${JSON.stringify(rules)} } })
    .then(({ violations, incomplete }) => {
      const list = (results) => results.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html));
      return { violations: list(violations), reviews: list(incomplete) };
    })`)) as Pick<ScreenFindings, 'violations' | 'reviews'>;
}
