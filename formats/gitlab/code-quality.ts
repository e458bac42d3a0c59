import { createHash } from 'node:crypto';
import type { Report } from '../../core/reports/report.ts';
import type { ReportSource } from '../../core/reports/report-source.ts';
import { getRuleSource } from '../../core/rule-sets/rules.ts';
import type { Impact } from '../../core/scans/page-result.ts';
import { formatElementPath } from '../../core/scans/selector-text.ts';
import { findSourcePath } from '../../core/sites/find-source-path.ts';
import { escapeLine } from '../../core/text/line.ts';
import { appendDecision, describeDecision } from '../parts/decision-text.ts';
import { createDecisionFinder } from '../parts/decisions.ts';
import { readCurrentViolations } from '../parts/findings.ts';
import { renderJsonArray } from '../parts/json-pieces.ts';
import { buildRuleTexts } from '../parts/rule-texts.ts';
import { listPageGaps } from '../parts/rules-not-run.ts';
import type { ReportRenderer } from '../report-renderer.ts';

const TEXT_MAX = 800;

/**
 * GitLab's severities. `blocker` is not used, because it means that a merge request must not be merged, which is for
 * the gate to decide.
 */
const severities: Record<Impact, 'critical' | 'major' | 'minor' | 'info'> = {
  critical: 'critical',
  serious: 'major',
  moderate: 'minor',
  minor: 'info',
};

interface Degradation {
  description: string;
  check_name: string;
  engine_name?: string;
  fingerprint: string;
  severity: string;
  location: { path: string; lines: { begin: number } };
}

/**
 * Renders GitLab's code quality report (https://docs.gitlab.com/ci/testing/code_quality/): each violation that is not
 * suppressed, at the file that its page is built from, and an entry for rules that did not run on a page. GitLab
 * itself determines what is new, by comparing fingerprints with those of the target branch.
 */
export const renderGitlabCodeQuality: ReportRenderer = async function* (source) {
  yield* renderJsonArray(buildDegradations(source));
  yield '\n';
};

async function* buildDegradations(source: ReportSource): AsyncIterable<Degradation> {
  const rules = buildRuleTexts(source.head);
  const findDecision = createDecisionFinder(source.head);
  const paths = new Map<string, string>();
  let ruleId: string | undefined;
  // Only for one rule: fingerprints of different rules differ.
  let seen = new Map<string, number>();
  for await (const { ruleId: ofRule, node } of readCurrentViolations(source)) {
    if (ofRule !== ruleId) seen = new Map();
    ruleId = ofRule;
    const fingerprint =
      node.fingerprint ?? computeFingerprint(JSON.stringify([ofRule, getPathname(node.url), node.target]));
    const duplicates = seen.get(fingerprint) ?? 0;
    seen.set(fingerprint, duplicates + 1);
    const path = paths.get(node.pageId) ?? findSourceFile(source.head, node.url);
    paths.set(node.pageId, path);
    const help = rules.get(ofRule)?.help ?? ofRule;
    const text = `${help}. ${node.howToFix} ${formatElementPath(node)} on ${getPathname(node.url)}`;
    const decided = describeDecision(node.decision, findDecision(node));
    yield {
      description: appendDecision(text, decided, TEXT_MAX),
      check_name: ofRule,
      engine_name: getRuleSource(ofRule),
      // GitLab keeps one entry for each fingerprint, and equal elements have the same one.
      fingerprint: duplicates === 0 ? fingerprint : `${fingerprint}-${duplicates + 1}`,
      severity: severities[node.impact],
      location: { path, lines: { begin: 1 } },
    };
  }
  for (const { page, reason, ruleIds } of listPageGaps(source.head.pages)) {
    const rulesOnPage = JSON.stringify(['rules-not-run', getPathname(page.requestedUrl), ruleIds]);
    yield {
      description: escapeLine(
        `Rules not run on ${getPathname(page.requestedUrl)}: ${ruleIds.join(', ')}. ${reason}`,
        TEXT_MAX,
      ),
      check_name: 'rules-not-run',
      fingerprint: computeFingerprint(rulesOnPage),
      severity: 'info',
      location: { path: findSourceFile(source.head, page.requestedUrl), lines: { begin: 1 } },
    };
  }
}

function findSourceFile({ configuration }: Report, url: string): string {
  return escapeLine(findSourcePath(configuration.sourcePaths, url));
}

function getPathname(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? url : parsed.pathname + parsed.search;
}

/** Returns a fingerprint for an entry that has none. */
function computeFingerprint(identity: string): string {
  return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}
