/** A stack or a runtime on which commands work. */
export interface Target {
  table: string;
  auditTable: string;
  apiUrl: string;
  /** Who runs the command, `person:…`. */
  caller: () => Promise<string>;
}
