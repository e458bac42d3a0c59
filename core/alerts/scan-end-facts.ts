import type { Baseline } from '../comparison/states.ts';
import type { GroupEvent } from '../history/stored-history.ts';
import type { ScanGroup } from '../reports/scan-groups.ts';
import type { Engine } from '../scans/engine.ts';
import type { Scan } from '../scans/scan.ts';
import type { Site } from '../sites/site.ts';
import type { AlertState } from './alert-state.ts';
import type { Origin } from './event-links.ts';

/** What the report of a completed scan says. */
export interface ReportFacts {
  baseline: Baseline | null;
  comparableKey: string;
  engines: readonly Engine[];
  /** Why the gate did not pass. */
  gateReasons: readonly string[];
  groups: readonly ScanGroup[];
  /** Changes of issue groups in this scan, by id. */
  changes: ReadonlyMap<string, GroupEvent>;
  /** URLs of the pages by id. */
  pageUrls: ReadonlyMap<string, string>;
  /** The scan before it in its line, or else the latest of the site, with its groups; undefined if it is not known. */
  previous:
    | { scanId: string; groups: readonly ScanGroup[]; pageUrls: ReadonlyMap<string, string> }
    | undefined;
}

/** What the events of the end of a scan are derived from. */
export interface ScanEndFacts {
  /** The scan, which is final. */
  scan: Scan;
  site: Site;
  at: Origin;
  /** Undefined if the scan was not completed, or its report is deleted. */
  report: ReportFacts | undefined;
  /** Whether no page of the site answered; false if that was a fault of the service. */
  isUnreachable: boolean;
  /** Undefined for a scan that no alert can be about. */
  state: AlertState | undefined;
}
