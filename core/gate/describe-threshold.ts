import { type Impact, impacts } from '../scans/page-result.ts';

/** Returns a threshold as it follows "violation" in a sentence, such as `of impact serious or above`. */
export function describeThreshold(impact: Impact): string {
  return impact === impacts[0] ? `of impact ${impact}` : `of impact ${impact} or above`;
}
