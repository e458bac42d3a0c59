import type { Decision, Verdict } from '../../core/decisions/decision.ts';
import { hashDecisionBasis } from '../../core/findings/decision-basis.ts';
import { getRuleDefinition } from '../../core/rule-sets/rules.ts';
import type { FindingNode } from '../../core/scans/page-result.ts';
import { pageSettingsDefault } from '../../core/scans/page-settings.ts';

/** Returns the decision of a person on an element as it is. */
export function makeDecision(
  node: FindingNode,
  decision: Verdict,
  given: Partial<Decision> & Pick<Decision, 'ruleId'>,
): Decision {
  return {
    decisionId: `decision_01${node.identity.fingerprint.slice(3)}`,
    accountId: 'acct_01arz3ndektsv4rrffq69g5fav',
    siteId: 'site_01arz3ndektsv4rrffq69g5fav',
    scanId: 'scan_01arz3ndektsv4rrffq69g5fa0',
    fingerprint: node.identity.fingerprint,
    decision,
    reason: 'Checked by hand',
    author: { personId: 'person_01arz3ndektsv4rrffq69g5fav', name: 'Ada' },
    decidedAt: '2026-10-30T10:00:00.000Z',
    ruleDefinition: getRuleDefinition(given.ruleId),
    bases: [hashDecisionBasis(node, pageSettingsDefault)],
    elements: 1,
    pageUrl: 'https://shop.example/',
    ...given,
  };
}
