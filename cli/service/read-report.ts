import { constants } from 'node:buffer';
import type { Report } from '../../core/reports/report.ts';
import { CliError } from '../errors.ts';
import { isRecord } from '../is-record.ts';

/** A new minor version only adds members. */
const VERSION_KNOWN = /^1\.\d+$/;

/** The members of a report that the output uses. */
const objects = [
  'scan',
  'site',
  'configuration',
  'crawl',
  'limits',
  'summary',
  'gate',
  'comparison',
] as const;
const lists = ['pages', 'issueGroups', 'violations', 'needsReview', 'suppressions', 'engines'] as const;

/**
 * Collects the chunks of a report, up to the largest size that can be parsed.
 * @throws CliError service: `report-too-large`; errors of `pieces` unchanged
 */
export async function collectReport(
  chunks: AsyncIterable<Uint8Array>,
  scanId: string,
): Promise<Uint8Array[]> {
  const collected: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > constants.MAX_STRING_LENGTH) {
      const message = `The report of ${scanId} has more than ${constants.MAX_STRING_LENGTH} bytes, the maximum that can be read.`;
      throw new CliError('service', 'report-too-large', message, {
        hint: 'Scan fewer pages: --max-pages, or includeUrls in the configuration file.',
      });
    }
    collected.push(chunk);
  }
  return collected;
}

/**
 * Parses the chunks of a report. Ignores members that a newer service adds.
 * @param chunks from `collectReport`
 * @throws CliError service: `report-malformed`, `report-too-new`
 */
export function parseReport(chunks: readonly Uint8Array[], scanId: string): Report {
  const report = parse(Buffer.concat(chunks).toString());
  if (!isRecord(report) || !isRecord(report.scan) || report.scan.id !== scanId)
    throw createMalformedError(scanId);
  const { schemaVersion } = report;
  if (typeof schemaVersion !== 'string') throw createMalformedError(scanId);
  if (!VERSION_KNOWN.test(schemaVersion)) {
    const message = `The report of ${scanId} has a version that this a11y-scan does not support.`;
    throw new CliError('service', 'report-too-new', message, { hint: 'Use a newer version of a11y-scan.' });
  }
  const isWhole =
    objects.every((name) => isRecord(report[name])) && lists.every((name) => Array.isArray(report[name]));
  if (!isWhole) throw createMalformedError(scanId);
  return report as Report;
}

function createMalformedError(scanId: string): CliError {
  const message = `The data that came as the report of ${scanId} is not a report.`;
  return new CliError('service', 'report-malformed', message, {
    hint: 'Check the URL of the service, and whether a proxy responds instead of it.',
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
