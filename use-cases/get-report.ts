import { REPORT_LINK_SECONDS } from '../core/api/report-endpoints.ts';
import { Problem } from '../core/problems/problem.ts';
import {
  formatByMediaType,
  type ReportFormat,
  reportFormatNames,
  reportFormats,
} from '../core/reports/report-formats.ts';
import { buildReportKey, hasRevision, type ScanRevision } from '../core/scans/object-keys.ts';
import { createNothingToReport, isReportPending } from '../core/scans/report-availability.ts';
import type { Scan } from '../core/scans/scan.ts';
import { type CreateLinkDependencies, createLink, type Link } from './create-link.ts';
import { type FindScan, getScan } from './get-scan.ts';
import type { RequestContext } from './request-context.ts';

export interface GetReportDependencies extends FindScan, CreateLinkDependencies {
  /** Returns the size of an object of the bucket in bytes; undefined if it does not exist. */
  getObjectSize(key: string): Promise<number | undefined>;
  getObject(key: string): Promise<Uint8Array | undefined>;
  /** Maximum size in bytes of a report in a response. */
  contentBytesMax: number;
  /** True if a response can contain the report itself. */
  canAnswerWith(format: ReportFormat, content: Uint8Array): boolean;
}

const formatsText = `A report is available as ${[...formatByMediaType.keys()].join(', ')}. Accept one of them, or set format to one of ${reportFormatNames.join(', ')}.`;

/** The report of a scan in one format, or the scan if its report is not ready. */
export type ReportResult =
  | { kind: 'pending'; scan: Scan }
  | { kind: 'content'; format: ReportFormat; content: Uint8Array }
  /** The link that the caller requested, or a link because the report is too large for a response. */
  | { kind: 'link' | 'too-large'; link: Link };

/**
 * Returns the report of a scan.
 * @param input.format undefined if the caller accepts no available format
 * @param input.asLink true if the caller wants a link instead of the report itself
 * @throws Problem nothing-to-report
 */
export async function getReport(
  dependencies: GetReportDependencies,
  input: RequestContext & {
    scanId: string;
    format: ReportFormat | undefined;
    asLink: boolean;
  },
): Promise<ReportResult> {
  const scan = await getScan(dependencies, input);
  const { format, asLink } = input;
  if (format === undefined) throw new Problem('not-acceptable', formatsText);
  if (isReportPending(scan)) return { kind: 'pending', scan };
  if (scan.report !== 'ready' || !hasRevision(scan)) throw createNothingToReport(scan);
  const key = buildReportKey(scan, format);
  const size = await dependencies.getObjectSize(key);
  if (size === undefined) throw createNothingToReport(scan);
  if (asLink) return { kind: 'link', link: await linkTo(dependencies, scan, format, input) };
  if (size <= dependencies.contentBytesMax) {
    const content = await dependencies.getObject(key);
    if (content === undefined) throw createNothingToReport(scan);
    if (dependencies.canAnswerWith(format, content)) return { kind: 'content', format, content };
  }
  return { kind: 'too-large', link: await linkTo(dependencies, scan, format, input) };
}

function linkTo(
  dependencies: CreateLinkDependencies,
  scan: Scan & ScanRevision,
  format: ReportFormat,
  context: RequestContext,
): Promise<Link> {
  const { contentType, extension } = reportFormats[format];
  const fileName = `a11y-${scan.scanId}.${extension}`;
  const link = { expiresInSeconds: REPORT_LINK_SECONDS, contentType, fileName };
  const linked = { scan, action: 'report.linked', detail: { format } } as const;
  return createLink(dependencies, buildReportKey(scan, format), link, linked, context);
}
