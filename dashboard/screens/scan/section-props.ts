import type { ComponentChildren } from 'preact';
import type { ReportFinding, ReportGroup, ReportResults } from '../../api/types.ts';
import type { ResultsSource } from './source.ts';

/** What a person who may change something can do with a group or a finding. A shared report has none of it. */
export interface ResultActions {
  /** Controls of an issue group. */
  ofGroup?: (group: ReportGroup) => ComponentChildren;
  /** Controls of a finding. */
  ofFinding?: (finding: ReportFinding) => ComponentChildren;
  /** Wraps an open list of findings, for data that is loaded once for all of them. */
  aroundFindings?: (findings: readonly ReportFinding[], list: ComponentChildren) => ComponentChildren;
}

/** What each section of a report gets. */
export interface SectionProps {
  source: ResultsSource;
  results: ReportResults;
  actions: ResultActions;
}
