import type { ScanStatus } from '../../../core/scans/scan.ts';

/** Texts of the screen of one scan, without those of its results. */
export const scanText = {
  title: 'Scan',
  titleOf: (time: string) => `Scan of ${time}`,
  progress: {
    title: 'Progress',
    intro:
      'The service opens each page in a browser and tests it. This screen updates itself. You can leave it; the scan goes on.',
    building: 'All pages have ended. The report is being built.',
    status: 'Status',
    pages: 'Pages',
    noPages: 'No page is known yet. The service is looking for the pages of the site.',
    morePages: (count: string) => `${count} more pages are not shown here.`,
    created: 'Started',
    elapsed: 'Running for',
    duration: (minutes: string, seconds: string) => `${minutes} min ${seconds} s`,
  },
  ended: {
    queued: 'The scan is queued',
    running: 'The scan is running',
    completed: 'The scan is completed',
    failed: 'The scan failed',
    cancelled: 'The scan was cancelled',
  } satisfies Record<ScanStatus, string>,
  partOfReport: 'The report has the pages that were scanned before.',
  noReport: 'There is no report.',
  cancel: {
    action: 'Cancel the scan',
    question: 'Cancel the scan?',
    text: 'No further page is tested. The report has the pages that were scanned before.',
    keep: 'Go on scanning',
  },
  cancelDialog: 'Close',
  compare: 'Compare',
  share: 'Share',
  suppress: {
    action: 'Suppress',
    actionOf: (name: string) => `Suppress ${name}`,
    done: 'Suppressed from the next scan on.',
  },
  accept: {
    action: 'Accept as baseline',
    text: 'The problems of this scan are no longer new in later scans, even if its gate failed. They still count as violations.',
    reason: 'Reason',
    reasonHint: 'It is shown with the scan and in the audit log.',
    submit: 'Accept',
    success: 'The scan was accepted as the baseline.',
    done: (name: string, reason: string) => `${name} accepted this scan as the baseline: ${reason}`,
  },
};
