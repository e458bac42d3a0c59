import type { ReportingDescriptor, ReportingDescriptorRelationship, ToolComponent } from 'sarif';
import { successCriteria } from '../../core/wcag/criteria.ts';

const NAME = 'WCAG';
const indexByNumber = new Map(successCriteria.map(({ number }, index) => [number, index]));

/** The success criteria of WCAG 2 as a SARIF taxonomy, including those that version 2.2 removed. */
export const wcag: ToolComponent = {
  name: NAME,
  fullName: 'Web Content Accessibility Guidelines (WCAG) 2.2',
  version: '2.2',
  organization: 'W3C',
  informationUri: 'https://www.w3.org/TR/WCAG22/',
  downloadUri: 'https://www.w3.org/TR/WCAG22/',
  shortDescription: { text: 'Success criteria of the Web Content Accessibility Guidelines.' },
  isComprehensive: true,
  taxa: successCriteria.map(
    ({ number, name, level, since, removedIn, url }): ReportingDescriptor => ({
      id: number,
      name,
      shortDescription: { text: `${number} ${name} (level ${level})` },
      helpUri: url,
      properties: { level, since, ...(removedIn === undefined ? {} : { removedIn }) },
    }),
  ),
};

/** Reference to the taxonomy, the only one of the run. */
export const wcagReference = { name: NAME, index: 0 };

/** Returns the relationships of a rule with its success criteria. */
export function buildRelationships(criteria: readonly string[]): ReportingDescriptorRelationship[] {
  return criteria
    .filter((number) => indexByNumber.has(number))
    .map((number) => ({
      target: { id: number, index: indexByNumber.get(number), toolComponent: wcagReference },
      kinds: ['relevant'],
    }));
}
