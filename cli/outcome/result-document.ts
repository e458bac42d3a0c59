import type { CliError } from '../errors.ts';
import { type ExitStatus, exitCodes } from '../exit-codes.ts';
import type { Outcome } from './outcome.ts';
import type { WrittenOutput } from './outputs.ts';

/**
 * Builds the document of `--json` for a scan. Gate, summary and comparison are those of the report, or null without
 * one.
 */
export function buildResultDocument(
  exitStatus: ExitStatus,
  outcome: Outcome,
  outputs: readonly WrittenOutput[],
  warnings: readonly string[],
) {
  const { report, scanId, siteId, status, reason, notes } = outcome;
  const failure = outputs.find(({ error }) => error !== null)?.error ?? null;
  return {
    ending: exitStatus,
    exitCode: exitCodes[exitStatus].code,
    ...(failure === null ? {} : { error: toErrorView(failure) }),
    scan: { id: scanId, siteId, status, reason },
    gate: report?.gate ?? null,
    summary: report?.summary ?? null,
    comparison: report?.comparison ?? null,
    outputs: outputs.map(({ format, path, error }) => ({
      format,
      path,
      ...(error === null ? {} : { error: toErrorView(error) }),
    })),
    notes,
    warnings,
  };
}

/** Returns the members of an error in the document. */
function toErrorView({ code, message, hint }: CliError) {
  return { code, message, hint: hint ?? null };
}
