import { z } from 'zod';
import { gateResults } from '../gate/gate.ts';
import { createIdSchema } from '../ids.ts';
import { countSchema } from '../reports/schema/numbers.ts';
import {
  groupsByImpactSchema,
  type Scan,
  type ScanSummary,
  scanFailureCodes,
  scanStatuses,
} from '../scans/scan.ts';
import type { ScanEnd } from '../scans/settlement.ts';
import { labelsSchema } from '../sites/labels.ts';
import type { Site } from '../sites/site.ts';

/**
 * Maximum sizes in bytes of what a site entry shows: at most 1 KB. Labels are never cut, because lists are filtered by
 * them.
 */
const TEXTS_BYTES_MAX = 430;
const BRANCH_BYTES_MAX = 50;

const lastScanSchema = z
  .object({
    scanId: createIdSchema('scan').meta({ description: 'Id of the scan.' }),
    status: z.enum(scanStatuses).meta({ description: 'Its final status.' }),
    finishedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When its last page ended; null if no page was begun.' }),
    failure: z.enum(scanFailureCodes).nullable().meta({ description: 'Why it failed; else null.' }),
  })
  .meta({ id: 'LastScan', description: 'How a scan ended.' });

const siteResultSchema = z
  .object({
    scanId: createIdSchema('scan').meta({ description: 'Id of the scan.' }),
    createdAt: z.iso.datetime().meta({ description: 'When the scan was triggered.' }),
    branch: z.string().nullable().meta({
      description: '`metadata.branch` of the scan, cut if it is very long; null if not given.',
    }),
    gate: z.enum(gateResults).nullable().meta({ description: 'Result of the gate; null without `failOn`.' }),
    new: countSchema.nullable().meta({
      description: 'Violations that are new or regressed since the baseline; null without a baseline.',
    }),
    fixed: countSchema.nullable().meta({
      description: 'Findings of the baseline that are fixed; null without a baseline.',
    }),
    needsReview: countSchema.meta({ description: 'Elements that need review.' }),
    issueGroups: countSchema.meta({ description: 'Issue groups to fix.' }),
    issueGroupsByImpact: groupsByImpactSchema,
    pagesNotJudged: countSchema.meta({ description: 'As `pages.notJudged` of the summary of the scan.' }),
  })
  .meta({ id: 'SiteResult', description: 'The key numbers of a completed scan of a site.' });

/** A site as the overview shows it. */
export const siteEntrySchema = z
  .object({
    siteId: createIdSchema('site').meta({ description: 'Id of the site.' }),
    name: z.string().meta({ description: 'Name of the site, cut if it is very long.' }),
    host: z.string().meta({ description: 'Host of its start URL with the port, cut if it is very long.' }),
    labels: labelsSchema,
    createdAt: z.iso.datetime().meta({ description: 'When the site was created.' }),
    last: lastScanSchema.nullable().meta({
      description:
        'The newest scan that has ended, whether it was completed or not; null if there is no such scan.',
    }),
    result: siteResultSchema.nullable().meta({
      description:
        'The newest completed scan of the site itself: not of a pull request, of another address, or with a smaller crawl than that of the site; and of its `mainBranch` or of no branch, or if that is not set, of a branch that will not be merged into another one. Null if there is no such scan.',
    }),
  })
  .meta({ id: 'OverviewSite', description: 'A site with the results of its newest scans.' });
export type SiteEntry = z.infer<typeof siteEntrySchema>;
export type LastScan = NonNullable<SiteEntry['last']>;
export type SiteResult = NonNullable<SiteEntry['result']>;

/** The members of an entry that come from the site itself. */
export type SiteFacts = Pick<SiteEntry, 'name' | 'host' | 'labels' | 'createdAt'>;

/** Returns the members of an entry that come from the site itself. */
export function buildSiteFacts({ name, url, labels, createdAt }: Site): SiteFacts {
  const left = TEXTS_BYTES_MAX - labels.reduce((sum, label) => sum + countBytes(label), 0);
  const { host } = new URL(url);
  const shownHost = cutToBytes(host, Math.max(left - countBytes(name), left >> 1));
  return {
    name: cutToBytes(name, left - countBytes(shownHost)),
    host: shownHost,
    labels,
    createdAt,
  };
}

/** The members of an entry that the end of a scan changes. */
export interface ScanFacts {
  last?: LastScan;
  result?: SiteResult;
}

/**
 * Returns the members of an entry that the end of a scan changes; none if the scan had ended before.
 * @param isOfSite whether the results of the scan are those of its site
 */
export function buildScanFacts(scan: Scan, end: ScanEnd, isOfSite: boolean): ScanFacts {
  const { status, summary } = end;
  if (status === undefined) return {};
  const last = toLastScan({ ...scan, ...end, status });
  return status === 'completed' && summary && isOfSite
    ? { last, result: toSiteResult(scan, summary) }
    : { last };
}

/** Returns how a scan ended. */
export function toLastScan({
  scanId,
  status,
  finishedAt,
  failure,
}: Pick<Scan, 'scanId' | 'status' | 'finishedAt' | 'failure'>): LastScan {
  return { scanId, status, finishedAt: finishedAt ?? null, failure: failure ?? null };
}

/** Returns the key numbers of a completed scan. */
export function toSiteResult({ scanId, createdAt, config }: Scan, summary: ScanSummary): SiteResult {
  const branch = config.metadata?.branch;
  const { gate, needsReview, issueGroups, issueGroupsByImpact, pages, hasBaseline } = summary;
  return {
    scanId,
    createdAt,
    branch: branch === undefined ? null : cutToBytes(branch, BRANCH_BYTES_MAX),
    gate,
    new: hasBaseline ? summary.new : null,
    fixed: hasBaseline ? summary.fixed : null,
    needsReview,
    issueGroups,
    issueGroupsByImpact,
    pagesNotJudged: pages.notJudged,
  };
}

function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Returns a text with at most this many bytes in UTF-8; an ellipsis replaces what does not fit. */
function cutToBytes(text: string, bytesMax: number): string {
  if (countBytes(text) <= bytesMax) return text;
  const buffer = new Uint8Array(Math.max(bytesMax - countBytes('…'), 0));
  const { read } = new TextEncoder().encodeInto(text, buffer);
  return `${text.slice(0, read)}…`;
}
