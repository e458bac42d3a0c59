import { createHash } from 'node:crypto';
import type { Report } from '../../core/reports/report.ts';
import type { ReportSource } from '../../core/reports/report-source.ts';
import type { Impact } from '../../core/scans/page-result.ts';
import { formatElementPath } from '../../core/scans/selector-text.ts';
import { findSourcePath } from '../../core/sites/find-source-path.ts';
import { escapeLine } from '../../core/text/line.ts';
import type { ReportRenderer } from '../form.ts';
import { readCurrentViolations } from '../parts/findings.ts';
import { renderJsonArray } from '../parts/json-pieces.ts';
import { buildRuleTexts } from '../parts/rule-texts.ts';
import { listPageGaps } from '../parts/rules-not-run.ts';

const TEXT_MAX = 800;

/** GitLab's words, less `blocker`, which is for what must not be merged: that is the gate's to say. */
const severities: Record<Impact, 'critical' | 'major' | 'minor' | 'info'> = {
  critical: 'critical',
  serious: 'major',
  moderate: 'minor',
  minor: 'info',
};

interface Degradation {
  description: string;
  check_name: string;
  fingerprint: string;
  severity: string;
  location: { path: string; lines: { begin: number } };
}

/**
 * GitLab's code quality report (https://docs.gitlab.com/ci/testing/code_quality/): each violation that is not
 * suppressed, at the file that its page is made from, and an entry for rules that did not run on a page. GitLab itself
 * tells what is new, by comparing fingerprints with those of the target branch.
 */
export const renderGitlabCodeQuality: ReportRenderer = async function* (source) {
  yield* renderJsonArray(degradations(source));
  yield '\n';
};

async function* degradations(source: ReportSource): AsyncIterable<Degradation> {
  const rules = buildRuleTexts(source.head);
  const paths = new Map<string, string>();
  let ruleId: string | undefined;
  // Of one rule only: fingerprints of different rules differ.
  let seen = new Map<string, number>();
  for await (const { ruleId: ofRule, node } of readCurrentViolations(source)) {
    if (ofRule !== ruleId) seen = new Map();
    ruleId = ofRule;
    const fingerprint =
      node.fingerprint ?? digestOf(JSON.stringify([ofRule, pathnameOf(node.url), node.target]));
    const twins = seen.get(fingerprint) ?? 0;
    seen.set(fingerprint, twins + 1);
    const path = paths.get(node.pageId) ?? pathOf(source.head, node.url);
    paths.set(node.pageId, path);
    const help = rules.get(ofRule)?.help ?? ofRule;
    const text = `${help}. ${node.howToFix} ${formatElementPath(node)} on ${pathnameOf(node.url)}`;
    yield {
      description: escapeLine(text, TEXT_MAX),
      check_name: ofRule,
      // GitLab keeps one entry for each fingerprint, and equal elements have the same.
      fingerprint: twins === 0 ? fingerprint : `${fingerprint}-${twins + 1}`,
      severity: severities[node.impact],
      location: { path, lines: { begin: 1 } },
    };
  }
  for (const { page, reason, ruleIds } of listPageGaps(source.head.pages)) {
    const rulesOnPage = JSON.stringify(['rules-not-run', pathnameOf(page.requestedUrl), ruleIds]);
    yield {
      description: escapeLine(
        `Rules not run on ${pathnameOf(page.requestedUrl)}: ${ruleIds.join(', ')}. ${reason}`,
        TEXT_MAX,
      ),
      check_name: 'rules-not-run',
      fingerprint: digestOf(rulesOnPage),
      severity: 'info',
      location: { path: pathOf(source.head, page.requestedUrl), lines: { begin: 1 } },
    };
  }
}

function pathOf({ configuration }: Report, url: string): string {
  return escapeLine(findSourcePath(configuration.sourcePaths, url));
}

function pathnameOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? url : parsed.pathname + parsed.search;
}

/** Returns what stands for the fingerprint of an entry that has none. */
function digestOf(identity: string): string {
  return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}
