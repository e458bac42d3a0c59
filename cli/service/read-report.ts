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
export async function gatherReport(pieces: AsyncIterable<Uint8Array>, scanId: string): Promise<Uint8Array[]> {
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
 * @param pieces as `gatherReport` gives them
 * @throws CliError service: `report-malformed`, `report-too-new`, `report-too-old`
 */
export function readReport(pieces: readonly Uint8Array[], scanId: string): Report {
  const report = parse(Buffer.concat(pieces).toString());
  const version =
    isRecord(report) && isRecord(report.scan) && report.scan.id === scanId ? report.schemaVersion : null;
  if (!isRecord(report) || typeof version !== 'string') {
    throw new CliError(
      'service',
      'report-malformed',
      `What came as the report of ${scanId} is not a report.`,
      {
        hint: 'Check that the address of the service is right, and that no proxy answers in its place.',
      },
    );
  }
  if (!VERSION_KNOWN.test(version)) {
    const message = `The report of ${scanId} has a form that this version of a11y-scan does not know.`;
    throw new CliError('service', 'report-too-new', message, { hint: 'Use a newer version of a11y-scan.' });
  }
  const missing = [
    ...objects.filter((name) => !isRecord(report[name])),
    ...lists.filter((name) => !Array.isArray(report[name])),
  ];
  if (missing.length > 0) {
    const message = `The report of ${scanId} lacks ${missing.join(', ')}: an earlier version of the service made it.`;
    throw new CliError('service', 'report-too-old', message, { hint: 'Trigger a new scan of the site.' });
  }
  return report as Report;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
