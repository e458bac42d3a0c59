/** Writes lines of the log, each with members that programs can read. */
export interface Log {
  info(message: string, ...members: Record<string, unknown>[]): void;
  warn(message: string, ...members: Record<string, unknown>[]): void;
  error(message: string, ...members: Record<string, unknown>[]): void;
}
