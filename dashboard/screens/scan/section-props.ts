import type { ComponentChildren } from 'preact';
import type { Finding, ScanGroup, ScanResults } from '../../api/types.ts';
import type { ResultsSource } from './source.ts';

/** What a person who may change something can do with a group or a finding. A shared report has none of it. */
export interface ResultActions {
  /** Controls of an issue group. */
  ofGroup?: (group: ScanGroup) => ComponentChildren;
  /** Controls of a finding. */
  ofFinding?: (finding: Finding) => ComponentChildren;
}

/** What each section of a report gets. */
export interface SectionProps {
  source: ResultsSource;
  results: ScanResults;
  actions: ResultActions;
}
