import type { Scan } from '../../api/types.ts';

/** What accepting a scan needs. */
export interface AcceptScanProps {
  scan: Scan;
  onChange: (scan: Scan) => void;
}
