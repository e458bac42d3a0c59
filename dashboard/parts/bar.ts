/** One bar of a chart. */
export interface Bar {
  /** Day, such as `2026-03-31`. */
  day: string;
  value: number;
}
