import { ApiError, type ApiErrorCode } from '../../client/index.ts';
import { CliError } from '../errors.ts';
import { toCliError } from './to-cli-error.ts';

/**
 * That the service knows no such thing, by its name; null when the error is another.
 * @param code the problem that says so
 * @param what e.g. `scan scan_…`
 */
export function notFound(error: unknown, code: ApiErrorCode, what: string): CliError | null {
  if (!(error instanceof ApiError) || error.code !== code) return null;
  const { ending, hint } = toCliError(error);
  return new CliError(ending, code, `There is no ${what} among those that this key may access.`, { hint });
}
