import { redactQueries } from '../redaction/redact-queries.ts';
import { canHaveFindings, isScanned, type PageOutcome, pageOutcomes } from '../scans/page-outcome.ts';
import type { PageResult } from '../scans/page-result.ts';
import type { FrontierPage } from '../scans/scan.ts';
import type { ReportPage } from './report.ts';

/** A page as the report shows it, with the result of its findings; null if it has none. */
export interface JudgedPage {
  page: ReportPage;
  result: PageResult | null;
}

/**
 * Returns how a page ended. The outcome in the frontier takes precedence. A page with the outcome `scanned` whose
 * result is missing or contradicts it is a fault of this service and never counts as scanned. A page without an
 * outcome was not attempted to its end. A page that does not exist is a broken link if only a link or sitemap led to
 * it, and gone if nothing led to it any more. The counts of findings are zero: they are added later.
 * @param isGiven whether it is the start URL or a listed page
 */
export function resolvePageOutcome(
  known: FrontierPage,
  found: PageResult | undefined,
  ruleIds: readonly string[],
  isGiven: boolean,
): JudgedPage {
  const { outcome, detail } = doesNotExist(known, found, isGiven)
    ? { ...resolveEnd(known, found), outcome: known.revisited ? ('gone' as const) : ('broken-link' as const) }
    : resolveEnd(known, found);
  const result = known.outcome === undefined ? undefined : found;
  const judged = hasResult(outcome, result) ? result : undefined;
  return {
    page: {
      id: known.pageId,
      // The frontier has the whole URL, because it is needed to open the page.
      requestedUrl: result?.requestedUrl ?? redactQueries(known.url),
      depth: known.depth,
      foundOn: null,
      finalUrl: result?.finalUrl ?? null,
      title: result?.title ?? null,
      httpStatus: result?.httpStatus ?? null,
      contentType: result?.contentType ?? null,
      outcome,
      detail,
      settled: result?.settled ?? null,
      startedAt: result?.startedAt ?? null,
      durationMs: result?.durationMs ?? null,
      attempts: known.attempts,
      violations: 0,
      needsReview: 0,
      rules: listRuleOutcomes(outcome, judged?.rules ?? [], ruleIds),
      framesNotScanned: judged?.framesNotScanned ?? [],
      incomplete: judged?.incomplete ?? false,
      hasNotStarted: judged?.hasNotStarted ?? false,
      failedScripts: judged?.failedScripts ?? [],
      ...(known.revisited ? { revisited: true } : {}),
      ...(judged?.content ? { content: judged.content } : {}),
      framesNotJudged: judged?.framesNotJudged ?? 0,
    },
    result: judged ?? null,
  };
}

/** True if a page has a result that counts: it was scanned, or it is empty and its document has faults. */
function hasResult(outcome: PageOutcome, result: PageResult | undefined): boolean {
  if (isScanned(outcome)) return true;
  return canHaveFindings(outcome) && result?.outcome === outcome && result.findings.length > 0;
}

/** True if rules have results on a page of the report: it was scanned, or it is empty and its document has faults. */
export function hasRuleResults({ outcome, rules }: Pick<ReportPage, 'outcome' | 'rules'>): boolean {
  const hasResults = rules.some(({ result }) => result !== 'not-run');
  // The report can be of a newer service, which has other outcomes.
  if (!Object.hasOwn(pageOutcomes, outcome)) return hasResults;
  return isScanned(outcome) || (canHaveFindings(outcome) && hasResults);
}

/**
 * True if a page that nobody listed does not exist. The scanner cannot decide this, because it depends on how the page
 * was found. Outcomes of bot challenges, login forms and rate limits are kept.
 */
function doesNotExist(known: FrontierPage, found: PageResult | undefined, isGiven: boolean): boolean {
  const isMissing = found?.httpStatus === 404 || found?.httpStatus === 410;
  return known.outcome === 'http-error' && isMissing && !isGiven;
}

function resolveEnd(
  known: FrontierPage,
  found: PageResult | undefined,
): { outcome: PageOutcome; detail: string } {
  if (known.outcome === undefined) {
    return { outcome: 'not-attempted', detail: 'The scan ended before this page was finished.' };
  }
  if (isScanned(known.outcome) && found?.outcome !== known.outcome) {
    return {
      outcome: 'service-fault',
      detail: 'This service lost the result of the page. The page is not the cause.',
    };
  }
  return {
    outcome: known.outcome,
    detail: known.detail || found?.detail || pageOutcomes[known.outcome].sentence,
  };
}

function listRuleOutcomes(
  outcome: PageOutcome,
  given: PageResult['rules'],
  ruleIds: readonly string[],
): ReportPage['rules'] {
  const byId = new Map(given.map((rule) => [rule.ruleId, rule]));
  const missing = isScanned(outcome)
    ? 'The scan gave no result for this rule.'
    : pageOutcomes[outcome].sentence;
  return ruleIds.map((ruleId) => {
    const rule = byId.get(ruleId);
    if (!rule) return { ruleId, result: 'not-run', reason: missing };
    return { ruleId, result: rule.result, ...(rule.reason === undefined ? {} : { reason: rule.reason }) };
  });
}

/** Compares pages for the order of the report: by depth, by position within it, by id. */
export function comparePagePositions(a: FrontierPage, b: FrontierPage): number {
  return a.depth - b.depth || a.position - b.position || (a.pageId < b.pageId ? -1 : 1);
}
