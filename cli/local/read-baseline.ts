import { constants } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type BaselineReport, baselineReportSchema } from '../../core/comparison/baseline-report.ts';
import {
  type Comparable,
  computeComparableKey,
  listSettingDifferences,
} from '../../core/comparison/comparable-key.ts';
import { CliError, createUsageError } from '../errors.ts';
import { isRecord } from '../is-record.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

const MAJOR_KNOWN = 1;

/**
 * Reads the baseline report of a scan.
 * @param path as given
 * @param cwd base of a relative path
 * @param now rules and settings of the new scan
 * @throws CliError usage `baseline-unreadable`, `baseline-malformed`, `baseline-too-new`, `baseline-unfinished`,
 * `baseline-not-comparable`
 */
export async function readBaseline(path: string, cwd: string, now: Comparable): Promise<BaselineReport> {
  const name = `--baseline ${escapeLogLine(path, 300)}`;
  const json = parse(await readText(resolve(cwd, path), name), name);
  requireReport(json, name);
  const parsed = baselineReportSchema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = escapeLogLine(issue?.path.join('.') ?? '', 200);
    throw createUsageError(
      'baseline-malformed',
      `${name} is not a complete report: ${where}: ${escapeLogLine(issue?.message ?? '', 200)}.`,
      'Create it again: a11y-scan local <url> --output json=report.json',
    );
  }
  requireComparable(parsed.data, now, name);
  return parsed.data;
}

async function readText(file: string, name: string): Promise<string> {
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw createUnreadableError(`${name} is a folder.`);
    if (found.size > constants.MAX_STRING_LENGTH)
      throw createUnreadableError(`${name} has ${found.size} bytes, which is too large.`);
    return (await readFile(file, 'utf8')).replace(/^\ufeff/, '');
  } catch (error) {
    if (error instanceof CliError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw createUnreadableError(`${name} does not exist.`);
    throw createUnreadableError(`${name} cannot be read (${code ?? 'unknown error'}).`);
  }
}

function createUnreadableError(message: string): CliError {
  return createUsageError(
    'baseline-unreadable',
    message,
    'Use the JSON report of an earlier scan; a11y-scan local <url> --output json=report.json writes one.',
  );
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw createMalformedError(`${name} is not JSON.`);
  }
}

function createMalformedError(message: string): CliError {
  return createUsageError(
    'baseline-malformed',
    message,
    'A baseline is a report in the format json, written with --output json=report.json',
  );
}

function requireReport(json: unknown, name: string): void {
  const version = isRecord(json) && isRecord(json.scan) ? json.schemaVersion : undefined;
  if (typeof version !== 'string')
    throw createMalformedError(`${name} is JSON, but not a report: ${describeJson(json)}.`);
  const [, major] = /^(\d{1,6})\.\d+$/.exec(version) ?? [];
  if (major === undefined)
    throw createMalformedError(`${name} is JSON, but not a report: it has no version.`);
  if (Number(major) > MAJOR_KNOWN) {
    const message = `${name} is a report of version ${escapeLogLine(version, 20)}; this a11y-scan supports ${MAJOR_KNOWN}.x.`;
    throw createUsageError('baseline-too-new', message, 'Use a newer version of a11y-scan.');
  }
}

/** Describes JSON that is not a report. */
function describeJson(json: unknown): string {
  if (Array.isArray(json)) return 'it looks like a report for GitLab';
  if (isRecord(json) && 'runs' in json) return 'it looks like SARIF';
  if (isRecord(json) && '@graph' in json) return 'it looks like EARL';
  if (isRecord(json) && 'ending' in json) return 'it looks like the output of --json';
  return 'it lacks schemaVersion and scan';
}

function requireComparable(report: BaselineReport, now: Comparable, name: string): void {
  const { scan, configuration, comparison } = report;
  if (scan.status !== 'completed') {
    const message = `${name} is the report of a scan that did not complete: it ${scan.status === 'failed' ? 'failed' : 'was cancelled'}.`;
    throw createUsageError('baseline-unfinished', message, 'Use the report of a completed scan.');
  }
  const before = { rules: scan.config.rules, settings: configuration.settings };
  const differing = listSettingDifferences(before, now);
  if (differing.length === 0 && comparison.comparableKey === computeComparableKey(now.rules, now.settings))
    return;
  const what =
    differing.length > 0
      ? `differs from this scan in ${differing.join(', ')}`
      : 'is from a version whose scans cannot be compared with this one';
  throw createUsageError(
    'baseline-not-comparable',
    `${name} ${what}.`,
    'Scan with the same settings, or create a new baseline with these.',
  );
}
