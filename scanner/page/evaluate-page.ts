import { isActingNeed } from '../../core/checks/check-definition.ts';
import { noLinks } from '../../core/crawl/found-links.ts';
import { getCheckNeed, getRuleSource } from '../../core/rule-sets/rules.ts';
import { ruleEngine } from '../../core/scans/engine.ts';
import { pageOutcomes } from '../../core/scans/page-outcome.ts';
import type { RuleOutcome } from '../../core/scans/page-result.ts';
import type { TimeRepetition } from '../time/time-repetition.ts';
import { challengeSelectors } from './challenges.ts';
import { digestContent, readShownContent } from './digest-content.ts';
import type { PageFacts, ResponseFacts } from './facts.ts';
import { buildRuleOutcomes } from './findings.ts';
import { hasFonts } from './in-page/has-fonts.ts';
import { type PageContent, readContent } from './in-page/read-content.ts';
import type { WireRule } from './in-page/wire-results.ts';
import { readLinks, selectSiteLinks } from './links.ts';
import type { OpenPage } from './open-page.ts';
import { decideOutcome, findRefusal } from './outcomes.ts';
import { createEmptyObservation, type PageJob, type PageObservation } from './page-observation.ts';
import { describeNoStart, formatFailures, readSettledPresence } from './presence.ts';
import { getResponseMembers } from './response-facts.ts';
import { chooseRules } from './rules-of-document.ts';
import { runRules } from './rules-run.ts';
import { sanitizeText } from './sanitize-text.ts';
import { readSelection, wholePageRules } from './selection.ts';
import type { SettleResult } from './settle.ts';
import { tracePhase } from './trace-phase.ts';
import { callInWorld, type World } from './world.ts';

const MAX_TITLE = 500;
/** Maximum length of the text of a page with little text, such as a login form, in UTF-16 units. */
const LITTLE_TEXT_MAX = 1_000;
/** Bytes of a document that take the rules about as much time as one element. */
const BYTES_PER_ELEMENT = 1_000;

/** Why a rule that tests a limited part of a page has no result. */
export const CUT_REASON = 'The rule took too long on this page, or could not test all of it.';

/** Reads the content of a document. @param milliseconds time limit */
export async function readPageContent(
  { session, clock }: OpenPage,
  world: World,
  milliseconds?: number,
): Promise<PageContent> {
  const work = callInWorld(session, world, readContent, challengeSelectors, LITTLE_TEXT_MAX);
  return clock.bound('reading the page', work, milliseconds);
}

/** Reads the settled document, runs the rules and decides the outcome. */
export async function evaluatePage(
  job: PageJob,
  page: OpenPage,
  world: World,
  response: ResponseFacts,
  { settled, waitFailure, scriptStopped }: SettleResult & { scriptStopped: boolean },
): Promise<PageObservation> {
  const finalUrl = response.finalUrl ?? job.url;
  // It may close a dialog, behind which the content is.
  const selection = await readSelection(page, world, job.settings);
  const [content, areFontsThere, pageLinks] = await Promise.all([
    readPageContent(page, world),
    page.clock.bound('reading the page', callInWorld(page.session, world, hasFonts)),
    readLinks(page, world, finalUrl, job.hashRoutes),
  ]);
  if (!areFontsThere) throw new Error('the browser has no fonts');
  // After the others, so that benchmarks measure it alone.
  const { presence, shown, failures } = await tracePhase('evidence', async () => {
    // First, because it waits for a moment at which a page that blinks can be seen.
    const presence = await readSettledPresence(page, world, job.settings.excludeSelectors);
    const [shown, failures] = await Promise.all([
      readShownContent(page, world),
      page.failures.listFailures(page.clock, job.credentials !== undefined),
    ]);
    return { presence, shown, failures };
  });
  const failedScripts = failures.filter(({ kind }) => kind === 'script');
  const shownPage = { title: content.title, presence, content: shown, failures };
  const isExpected = response.expectStatus !== null;
  const noStart = isExpected ? null : describeNoStart(shownPage, isKnownReady(job, waitFailure));
  const answer = { ...getResponseMembers(response), title: sanitizeText(content.title, MAX_TITLE), settled };
  const refused = findRefusal({
    ...response,
    ...content,
    noStart,
    nothingSelected: selection.nothingSelected,
  });
  const links = selectSiteLinks(pageLinks, finalUrl, { hashRoutes: job.hashRoutes });
  // An empty page never counts as scanned, but its document can have faults.
  const isEmpty = refused?.outcome === 'empty';
  const bytes = page.watch.latest()?.bytes ?? 0;
  const hasNothing = bytes === 0 || content.elements === 0 || selection.nothingSelected;
  if (refused !== undefined && !(isEmpty && !hasNothing)) {
    // The page works, and its links may lead to pages where the selectors match.
    const leadsOn = refused.outcome === 'nothing-selected';
    return { ...createEmptyObservation(job.ruleIds, refused), ...answer, ...(leadsOn ? { links } : {}) };
  }

  // A page with few elements can contain very much text.
  const weight = Math.max(content.elements, bytes / BYTES_PER_ELEMENT);
  const chosen = chooseRules(job.ruleIds, { mimeType: response.mimeType, isEmpty });
  const run = await runRules(page, world, { ...job, ruleIds: chosen.run }, selection.context, weight);
  const facts: PageFacts = {
    ...response,
    ...content,
    noStart,
    framesNotScanned: run.framesNotScanned.map(({ description }) => description),
    rulesNotRun: run.rulesNotRun,
    scriptStopped,
    shortcomings: [
      ...describeFailedRules(run.rules),
      ...selection.shortcomings,
      ...run.shortcomings,
      ...(waitFailure ? [waitFailure] : []),
      ...describeTrafficLimit(job),
    ],
  };
  const ofWholePage = selection.context?.include === undefined ? [] : wholePageRules;
  const inapplicable = [...chosen.inapplicable, ...ofWholePage];
  const ended = new Map([...inapplicable.map((ruleId) => [ruleId, 'inapplicable'] as const), ...run.rules]);
  const rules = buildRuleOutcomes(job.ruleIds, ended, (ruleId) =>
    run.unknownRules.includes(ruleId)
      ? `This version of ${ruleEngine.name} has no such rule.`
      : run.rulesNotRun.includes(ruleId)
        ? job.resources?.isMemoryExceeded()
          ? 'The page was ended before the rule had a result, because it needed too much memory.'
          : canBeCut(ruleId)
            ? CUT_REASON
            : 'The rule took too long on this page.'
        : `${getRuleSource(ruleId)} gave no result for the rule.`,
  );
  const { checksToRepeat } = run;
  const repetition: TimeRepetition = {
    checkIds: checksToRepeat,
    isPossible: !(scriptStopped || run.pageBlocked),
    decide: (notRun) => {
      const others = run.rulesNotRun.filter((id) => !checksToRepeat.includes(id));
      return decideOutcome({ ...facts, rulesNotRun: [...others, ...notRun] });
    },
  };
  return {
    ...createEmptyObservation(job.ruleIds, decideOutcome(facts)),
    ...answer,
    repetition: checksToRepeat.length > 0 && !isEmpty ? repetition : null,
    rules: isEmpty ? keepFaults(rules) : rules,
    findings: run.findings,
    markups: run.markups,
    framesNotScanned: run.framesNotScanned.map(({ path }) => job.redaction.path(path)),
    selectorsUnmatched: selection.unselected,
    incomplete:
      noStart !== null ||
      run.framesNotScanned.some(({ hidesPage }) => hidesPage === true) ||
      isIncomplete(job, { settled, waitFailure, scriptStopped }),
    hasNotStarted: noStart !== null,
    content: digestContent({ ...shown, text: job.redaction.text(shown.text) }),
    failedScripts: failedScripts.map((failure) => formatFailures([failure])),
    framesNotJudged: run.framesNotScanned.filter(({ isLoaded, url }) => isLoaded || isSameHost(url, finalUrl))
      .length,
    links: isEmpty ? noLinks : links,
    // If a page did not become stable, the cause (such as a worker) may still run after the tab is closed.
    browserUnusable: scriptStopped || run.pageBlocked || !settled,
  };
}

/** True for checks that act on a page, which may prevent that they test all of it. */
function canBeCut(ruleId: string): boolean {
  return isActingNeed(getCheckNeed(ruleId));
}

/**
 * Returns the rule outcomes of an empty page. A rule that found nothing there has not judged the page, so only rules
 * with findings have a result.
 */
function keepFaults(rules: RuleOutcome[]): RuleOutcome[] {
  return rules.map(({ ruleId, result }) =>
    result === 'failed' || result === 'review'
      ? { ruleId, result }
      : { ruleId, result: 'not-run', reason: pageOutcomes.empty.sentence },
  );
}

/** True if two addresses have the same host. A frame of the same host that cannot be loaded is an error of the site. */
function isSameHost(one: string, other: string): boolean {
  const host = URL.parse(one)?.host;
  return host !== undefined && host !== '' && host === URL.parse(other)?.host;
}

/**
 * True if the page may not have shown all of its content when the rules ran. A page that never becomes stable, for
 * example because a request is never answered, is complete if the element of `waitFor` exists.
 */
function isIncomplete(
  job: PageJob,
  { settled, waitFailure, scriptStopped }: SettleResult & { scriptStopped: boolean },
): boolean {
  return (
    waitFailure !== undefined ||
    scriptStopped ||
    describeTrafficLimit(job).length > 0 ||
    !(settled || isKnownReady(job, waitFailure))
  );
}

/** True if the element of `waitFor` shows that the page is ready. */
function isKnownReady({ settings: { waitFor } }: PageJob, waitFailure: string | undefined): boolean {
  return waitFailure === undefined && waitFor !== null && 'selector' in waitFor;
}

const cutSentences = {
  bytes: 'The page requested more bytes than the limit. The rest was not loaded.',
  decodedBytes: 'The page requested more bytes than the limit, after decompression. The rest was not loaded.',
  requests: 'The page requested more files than the limit. The rest was not loaded.',
  connections: 'The page requested more files at once than the limit. The rest was not loaded.',
};

function describeFailedRules(rules: readonly WireRule[]): string[] {
  const ruleIds = rules.flatMap(([ruleId, result]) => (result === 'error' ? ruleId : []));
  return ruleIds.length === 0 ? [] : [`Rules that failed with an error: ${ruleIds.join(', ')}.`];
}

function describeTrafficLimit({ traffic }: PageJob): string[] {
  const cut = traffic?.().exceededLimit ?? null;
  return cut === null ? [] : [cutSentences[cut]];
}
