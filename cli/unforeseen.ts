import { inspect } from 'node:util';
import { CliError } from './errors.ts';
import type { Host } from './host.ts';

/** How an invocation ends by an error that is no CliError: a fault of ours, or what was under way when a person interrupted. */
export function unforeseen(error: unknown, host: Host): CliError {
  const wasAborted = error instanceof Error && error.name === 'AbortError';
  if (host.interrupted.aborted && wasAborted)
    return new CliError('interrupted', 'interrupted', 'Interrupted.');
  return internalError(error, host);
}

/** It says nothing of the site, so it must not end like a gate that failed. */
function internalError(error: unknown, host: Host): CliError {
  const [line = ''] = String(
    error instanceof Error ? `${error.name}: ${error.message}` : inspect(error),
  ).split('\n');
  const stack = error instanceof Error && host.env.A11Y_SCAN_DEBUG ? (error.stack ?? '') : undefined;
  return new CliError('service', 'internal-error', `This is a bug in a11y-scan: ${line}`, {
    hint: stack ?? 'Set A11Y_SCAN_DEBUG=1 to see where it happened, and report it with what you ran.',
  });
}
