import type { GateResult } from '../../../core/gate/gate.ts';
import type { ScanStatus } from '../../../core/scans/scan.ts';

/** Texts of lists of scans, and of what describes a scan everywhere. */
export const scanListText = {
  caption: 'Scans, newest first',
  empty: 'No scan matches the filters.',
  emptyPage: 'No scan of this part of the list matches. The next page searches earlier scans.',
  none: 'This site has not been scanned yet. Start a scan to see what to fix.',
  count: { one: 'scan', other: 'scans' },
  columns: {
    created: 'Started',
    status: 'Status',
    branch: 'Branch and commit',
    gate: 'Gate',
    new: 'New',
    fixed: 'Fixed',
    issueGroups: 'Issue groups',
  },
  fields: {
    status: 'Status',
    allStatuses: 'All statuses',
    branch: 'Branch',
    commit: 'Commit',
  },
  statuses: {
    queued: 'Queued',
    running: 'Running',
    completed: 'Completed',
    failed: 'Failed',
    cancelled: 'Cancelled',
  } satisfies Record<ScanStatus, string>,
  gates: {
    passed: 'Passed',
    failed: 'Failed',
    inconclusive: 'Not decided',
  } satisfies Record<GateResult, string>,
  noGate: 'No gate',
  progress: (done: string, known: string) => `${done} of ${known} pages`,
  unknown: '–',
};
