import { constants } from 'node:buffer';
import type { Report } from '../../core/reports/report.ts';
import { CliError } from '../errors.ts';
import { isRecord } from '../is-record.ts';

/** Within a major version members are only added. */
const VERSION_KNOWN = /^1\.\d+$/;

/** The members of a report that people are shown something of. */
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
 * The pieces of a report, no more of them than can be read.
 * @throws CliError service: `report-too-large`; what `pieces` throws as it is
 */
export async function collectReport(
  pieces: AsyncIterable<Uint8Array>,
  scanId: string,
): Promise<Uint8Array[]> {
  const gathered: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > constants.MAX_STRING_LENGTH) {
      const message = `The report of ${scanId} has more than ${constants.MAX_STRING_LENGTH} bytes, more than can be read here.`;
      throw new CliError('service', 'report-too-large', message, {
        hint: 'Scan fewer pages at a time: --max-pages, or includeUrls in the configuration file.',
      });
    }
    gathered.push(piece);
  }
  return gathered;
}

/**
 * The report that the pieces are together. Members that a newer service adds are passed over.
 * @param pieces as `collectReport` gives them
 * @throws CliError service: `report-malformed`, `report-too-new`
 */
export function parseReport(pieces: readonly Uint8Array[], scanId: string): Report {
  const report = parse(Buffer.concat(pieces).toString());
  if (!isRecord(report) || !isRecord(report.scan) || report.scan.id !== scanId) throw malformed(scanId);
  const { schemaVersion } = report;
  if (typeof schemaVersion !== 'string') throw malformed(scanId);
  if (!VERSION_KNOWN.test(schemaVersion)) {
    const message = `The report of ${scanId} has a form that this version of a11y-scan does not know.`;
    throw new CliError('service', 'report-too-new', message, { hint: 'Use a newer version of a11y-scan.' });
  }
  const isWhole =
    objects.every((name) => isRecord(report[name])) && lists.every((name) => Array.isArray(report[name]));
  if (!isWhole) throw malformed(scanId);
  return report as Report;
}

function malformed(scanId: string): CliError {
  const message = `What came as the report of ${scanId} is not a report.`;
  return new CliError('service', 'report-malformed', message, {
    hint: 'Check that the address of the service is right, and that no proxy answers in its place.',
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
