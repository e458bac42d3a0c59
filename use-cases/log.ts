/** Writes log lines, each with structured members. */
export interface Log {
  info(message: string, ...members: Record<string, unknown>[]): void;
  warn(message: string, ...members: Record<string, unknown>[]): void;
  error(message: string, ...members: Record<string, unknown>[]): void;
}
