/** What can be suppressed on the screen of a scan: an issue group, or one finding. */
export interface SuppressedTarget {
  /** The member of a suppression that matches it. */
  member: 'issueGroup' | 'fingerprint';
  id: string;
  /** For people. */
  name: string;
}
