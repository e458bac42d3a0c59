import type { PageFinding } from '../../core/scans/page-result.ts';
import { repeatTimeChecks } from '../time/repeat-time-checks.ts';
import { CUT_REASON } from './evaluate-page.ts';
import { readFindings, sortFindings } from './findings.ts';
import type { WireRule } from './in-page/wire-results.ts';
import { loadAgain } from './observe-page.ts';
import type { OpenPage } from './open-page.ts';
import type { PageJob, PageObservation } from './page-observation.ts';
import { tracePhase } from './trace-phase.ts';

/**
 * Repeats checks of time, if the observation of a page asks for that, and replaces their results. Nothing else of the
 * observation changes: if that fails, only these checks are not run.
 * @param openAgain returns a blank page; null if that is not possible
 */
export async function addRepetition(
  job: PageJob,
  openAgain: () => Promise<OpenPage | null>,
  observation: PageObservation,
): Promise<PageObservation> {
  const { repetition } = observation;
  if (repetition === null) return observation;
  const { checkIds, isPossible, decide } = repetition;
  let { browserUnusable } = observation;
  // A page that did not become stable can be loaded again. Its browser is not used for another page.
  const mayOpen = isPossible && (!browserUnusable || observation.settled === false);
  let findings: PageFinding[] = [];
  let results = new Map<string, Exclude<WireRule[1], 'error'>>();
  try {
    const page = mayOpen ? await openAgain() : null;
    if (page === null) browserUnusable = true;
    else {
      const run = await tracePhase('time', () =>
        repeatTimeChecks(
          page,
          job,
          checkIds,
          () => loadAgain(job, page, observation),
          () => {
            browserUnusable = true;
          },
        ),
      );
      findings = await readFindings(page.session, run, job, page.clock);
      results = new Map(run.rules.flatMap(([id, result]) => (result === 'error' ? [] : [[id, result]])));
      if (run.pageBlocked) browserUnusable = true;
    }
  } catch {
    // The browser may have ended, or be busy with the page. What was observed before is still true.
    browserUnusable = true;
    findings = [];
    results = new Map();
  }
  const kept = observation.findings.filter(({ ruleId }) => !checkIds.includes(ruleId));
  const pictured = new Set(kept.flatMap(({ nodes }) => nodes.map(({ picture }) => picture?.id)));
  const notRun = checkIds.filter((id) => !results.has(id));
  return {
    ...observation,
    ...decide(notRun),
    rules: observation.rules.map((rule) => {
      if (!checkIds.includes(rule.ruleId)) return rule;
      const { ruleId } = rule;
      const result = results.get(ruleId);
      return result === undefined ? { ruleId, result: 'not-run', reason: CUT_REASON } : { ruleId, result };
    }),
    findings: sortFindings([...kept, ...findings]),
    pictures: observation.pictures.filter(({ id }) => pictured.has(id)),
    browserUnusable,
  };
}
