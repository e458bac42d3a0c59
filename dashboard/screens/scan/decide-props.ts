import type { Decision } from '../../api/types.ts';

/** The finding that a person decides about. */
export interface DecideProps {
  siteId: string;
  scanId: string;
  fingerprint: string;
  /** Where the element is. */
  location: string;
  onDecide: (decision: Decision) => void;
}
