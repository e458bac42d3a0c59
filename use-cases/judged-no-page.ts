import type { PageOutcome } from '../core/scans/page-outcome.ts';
import type { Scan } from '../core/scans/scan.ts';

/** Reads the pages of a scan with their outcomes. */
export interface ReadPages {
  readPages(scanId: string): Promise<{ outcome?: PageOutcome }[]>;
}

/** True if a scan ended without having judged a page, and the service is not at fault. */
export async function judgedNoPage(
  { readPages }: ReadPages,
  { scanId, failure }: Pick<Scan, 'scanId' | 'failure'>,
): Promise<boolean> {
  if (failure !== 'no-page-scanned') return false;
  return (await readPages(scanId)).some(({ outcome }) => outcome !== 'service-fault');
}
