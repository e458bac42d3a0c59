import type { FindingDecision } from '../../../core/decisions/decision.ts';
import type { Report, ReportDecision } from '../../../core/reports/report.ts';
import { countsOf } from '../formats/tallied.ts';

const ID = '01arz3ndektsv4rrffq69g5fa';

/** What people decided about findings that need review, by the selector of the element. */
const decisions: Record<string, { said: FindingDecision; reason: string; name: string }> = {
  h4: { said: 'problem', reason: 'The heading belongs to the section above', name: 'Ada Lovelace' },
  '#menu': { said: 'fine', reason: 'The menu is empty while it is hidden', name: 'Grace Hopper' },
  '.hero > h1': {
    said: 'outdated',
    reason: 'Readable on every part of the photograph',
    name: 'Ada Lovelace',
  },
};

/** Returns the report after people decided about some of its findings: a problem, one that is fine, an outdated one. */
export function withDecisions(given: Report): Report {
  const report = structuredClone(given);
  const listed: ReportDecision[] = [];
  for (const group of report.issueGroups) {
    const { example } = group;
    const selector = String(example.target[0]);
    const decided = decisions[selector];
    if (decided === undefined) continue;
    const { said, reason, name } = decided;
    const id = `decision_${ID}${listed.length}`;
    // The clone shares the node with the list of the rule.
    Object.assign(example, { decision: said, decisionId: id });
    if (said === 'problem') {
      group.decidedProblems = true;
      group.id += '_problem';
      example.issueGroup = group.id;
    }
    if (said === 'outdated') group.decisionsOutdated = 1;
    if (said === 'fine') {
      group.decidedFine = 1;
      group.byState[example.state] = 0;
      group.pages = group.pages.map((page) => ({ ...page, decidedFine: 1, byState: {} }));
      report.comparison.needsReview[example.state] -= 1;
      const page = report.pages.find((each) => each.id === example.pageId);
      if (page) page.needsReview -= 1;
    }
    listed.push({
      id,
      fingerprint: example.fingerprint ?? '',
      decision: said === 'problem' ? 'problem' : 'fine',
      reason,
      author: { personId: `person_${ID}v`, name },
      decidedAt: '2026-10-29T14:30:00.000Z',
      scanId: `scan_${ID}a`,
      ruleId: group.ruleId,
      pageUrl: example.url,
      elements: 1,
      findings: said === 'outdated' ? 0 : 1,
      outdated: said === 'outdated' ? 1 : 0,
      notApplied: 0,
    });
  }
  const one = { elements: 1, rules: 1 };
  const open = report.needsReview.flatMap(({ ruleId, nodes }) =>
    nodes.filter(({ decision }) => decision !== 'fine').map((node) => ({ ruleId, node })),
  );
  report.summary = {
    ...report.summary,
    needsReview: countsOf(open),
    decided: { fine: one, problems: one, outdated: one },
  };
  return { ...report, decisions: listed };
}
