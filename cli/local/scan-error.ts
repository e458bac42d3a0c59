import { tmpdir } from 'node:os';
import {
  type ChromiumUnavailableCode,
  ChromiumUnavailableError,
} from '../../scanner/chromium-pack/chromium-unavailable.ts';
import { CliError } from '../errors.ts';
import { formatDuration, suggestLongerTimeout } from '../settings/duration.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import type { WaitLimits } from '../wait-limits.ts';
import { PauseTooLongError } from './pause.ts';
import { createWorkFolderError } from './work-folder.ts';

/** Faults of the package and of this machine; the others are of the browser that was, or was not, named. */
const ours: ReadonlySet<ChromiumUnavailableCode> = new Set([
  'pack-missing',
  'pack-damaged',
  'cache-unusable',
  'disk-full',
]);

/**
 * What people are told of what ended a scan.
 * @param error what the scan threw
 * @param ended what ended it from outside; null for nothing
 * @param timeoutMs how long it may have taken
 */
export function toScanError(error: unknown, ended: WaitLimits['ended'], timeoutMs: number): CliError {
  if (error instanceof CliError) return error;
  if (ended === 'interrupted')
    return new CliError('interrupted', 'interrupted', 'Interrupted; nothing was written.');
  const more = `Give it more: ${suggestLongerTimeout(timeoutMs)}; or scan fewer pages: --max-pages.`;
  if (ended === 'timeout') {
    const message = `The scan did not end within ${formatDuration(timeoutMs)}.`;
    return new CliError('timeout', 'timeout', message, { hint: more });
  }
  if (error instanceof PauseTooLongError) {
    const message = `The server asks for a pause of ${error.seconds} s, which the scan has no time for.`;
    return new CliError('timeout', 'timeout', message, { hint: more });
  }
  if (error instanceof ChromiumUnavailableError) {
    const { code, message, hint, cause } = error;
    return new CliError(ours.has(code) ? 'service' : 'usage', code, message, { hint, cause });
  }
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return createWorkFolderError(tmpdir(), error);
  const reason = escapeLogLine(error instanceof Error ? error.message : String(error), 1_000);
  return new CliError('service', 'scan-failed', `The scan failed: ${reason}`, { cause: error });
}
