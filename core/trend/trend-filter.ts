/** Which points of a trend are wanted. */
export interface TrendFilter {
  branch?: string;
  comparableKey?: string;
  /** Scans that were triggered at or after then. */
  from?: Date;
  /** Scans that were triggered before then. */
  to?: Date;
}
