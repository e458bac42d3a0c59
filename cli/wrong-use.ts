import { CliError } from './errors.ts';

/** The end of an invocation that was asked for wrongly. */
export function wrongUse(code: string, message: string, hint?: string): CliError {
  return new CliError('usage', code, message, { hint });
}
