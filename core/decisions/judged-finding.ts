import type { FindingIndex } from '../reports/finding-index.ts';
import { BASES_MAX, type JudgedSubject } from './decision.ts';

/** Why a finding cannot be decided about, with the member of the request that is wrong. */
interface NotDecidable {
  path: 'scanId' | 'fingerprint';
  message: string;
}

/** Returns what a person judges who decides about a finding of a report; or why it cannot be decided about. */
export function findJudgedSubject(index: FindingIndex, fingerprint: string): JudgedSubject | NotDecidable {
  const { columns, fingerprints, decisionBases, pages, rules, ruleDefinitions } = index;
  if (rules.length > 0 && ruleDefinitions.length === 0) {
    return {
      path: 'scanId',
      message:
        'has a report of an earlier version, whose findings cannot be decided about; scan the site again',
    };
  }
  const rows = [...fingerprints.keys()].filter((row) => fingerprints[row] === fingerprint);
  const [first] = rows;
  if (first === undefined)
    return { path: 'fingerprint', message: 'must be of a finding that the report of the scan lists' };
  const reviews = rows.filter((row) => decisionBases[row] !== undefined);
  if (reviews.length === 0) {
    return {
      path: 'fingerprint',
      message:
        'must be of a finding that needs review; the rule itself decided that this is a violation. A suppression can exclude it from the count',
    };
  }
  const bases = [...new Set(reviews.flatMap((row) => decisionBases[row] ?? []))];
  if (bases.length > BASES_MAX) {
    return {
      path: 'fingerprint',
      message: `must be of at most ${BASES_MAX} different elements; in this scan ${bases.length} have it. A suppression can exclude all of them from the count`,
    };
  }
  const rule = columns.rule[first] ?? -1;
  return {
    ruleId: rules[rule] ?? '',
    ruleDefinition: ruleDefinitions[rule] ?? '',
    bases,
    elements: reviews.length,
    pageUrl: pages[columns.page[reviews[0] ?? first] ?? -1]?.url ?? '',
  };
}
