import { z } from 'zod';
import { type GateResult, gateResults } from '../gate/gate.ts';
import { type RulesNotRun, rulesNotRunSchema } from '../gate/rules-not-run.ts';
import { createIdSchema } from '../ids.ts';
import { type Acceptance, acceptanceSchema, toAcceptanceView } from './acceptance.ts';
import type { pageOutcomeSchema } from './page-outcome.ts';
import { type ScanConfig, scanConfigSchema } from './scan-config.ts';

/** What a scan may be; the last three are final. */
export const scanStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type ScanStatus = (typeof scanStatuses)[number];

const finalStatuses: readonly ScanStatus[] = ['completed', 'failed', 'cancelled'];

/** Whether a scan in this status will never change again. */
export function isFinal(status: ScanStatus): boolean {
  return finalStatuses.includes(status);
}

/** Why a scan failed. */
export const scanFailures = {
  'no-page-scanned': 'No page of the scan could be scanned.',
  'planning-failed': 'The service could not plan the scan.',
  'finishing-failed': 'The service could not put the report together.',
} as const;
export type ScanFailure = keyof typeof scanFailures;
const scanFailureCodes = Object.keys(scanFailures) as [ScanFailure, ...ScanFailure[]];

/** Why a scan was cancelled. */
export const cancelReasons = {
  requested: 'Cancelled by a caller.',
  'site-deleted': 'Its site was deleted.',
} as const;
export type CancelReason = keyof typeof cancelReasons;

/** A scan as the service keeps it. Times are RFC 3339 UTC. */
export interface Scan {
  scanId: string;
  accountId: string;
  siteId: string;
  /** The site's name when the scan was triggered. */
  siteName: string;
  /** The site's URL when the scan was triggered; `config.url` may replace it. */
  siteUrl: string;
  status: ScanStatus;
  config: ScanConfig;
  /** Who triggered it: the id of a key, a member or a schedule. */
  actor: string;
  /** Request that triggered it; travels with every message and log line of the scan. */
  correlationId: string;
  createdAt: string;
  startedAt?: string;
  /** When the last page ended, or the scan was cancelled or given up. */
  finishedAt?: string;
  /** Whether the first pages are all in the frontier. */
  planned: boolean;
  /** Pages in the frontier. */
  pagesKnown: number;
  /** Pages that have their outcome. */
  pagesDone: number;
  /** Pages that were scanned, wholly or in part. */
  pagesScanned: number;
  failure?: ScanFailure;
  /** What the failure came from, in one sentence. */
  failureDetail?: string;
  cancelReason?: CancelReason;
  report: ReportState;
  /** Folder of the report that counts among those that were made of the scan; absent until it is settled. */
  edition?: string;
  /** What the report comes to; absent until the scan is settled. */
  summary?: ScanSummary;
  /** That it was made the baseline of later scans by hand. */
  accepted?: Acceptance;
}

/** What a settled scan comes to, in numbers; see `scanSummarySchema`. */
export interface ScanSummary {
  gate: GateResult | null;
  violations: number;
  needsReview: number;
  suppressed: number;
  new: number;
  fixed: number;
  issueGroups: number;
  rulesNotRun: RulesNotRun[];
}

/** Whether there is a report: still to come, in the bucket, or nothing to report. */
export const reportStates = ['pending', 'ready', 'none'] as const;
export type ReportState = (typeof reportStates)[number];

/** Whether others can be compared with a scan: it ran to its end and has a report. */
export function canBeBaseline(scan: Pick<Scan, 'status' | 'report'>): boolean {
  return scan.status === 'completed' && scan.report === 'ready';
}

/** A page of a scan as the frontier keeps it. */
export interface FrontierPage {
  scanId: string;
  pageId: string;
  url: string;
  /** Links away from the first pages: the start URL, the listed pages and those of the sitemaps, which have 0. */
  depth: number;
  /** Place among the pages of its depth. */
  position: number;
  /** `queued` until it has its outcome: on a scan queue or in a browser. */
  state: 'open' | 'queued' | 'done';
  /** Attempts that were begun. */
  attempts: number;
  /** Times the page was put on the scan queue. */
  sends: number;
  outcome?: z.infer<typeof pageOutcomeSchema>;
  detail?: string;
  /** Where the page was in the end, if its redirects led to another page or another origin of the site. */
  movedTo?: { pageId: string; origin: string };
  /** Object that holds the result that counts; absent where the service itself gave the outcome. */
  resultKey?: string;
}

const count = z.number().int().min(0);

const scanSummarySchema = z
  .object({
    gate: z
      .enum(gateResults)
      .nullable()
      .meta({ description: 'As `gate.result` of the report; null for a scan without `failOn`.' }),
    violations: count.meta({ description: 'Elements with a violation, without suppressed ones.' }),
    needsReview: count.meta({ description: 'Elements that need review, without suppressed ones.' }),
    suppressed: count.meta({ description: 'Elements that a suppression takes out of the numbers above.' }),
    new: count.meta({ description: 'Violations that are new or regressed since the baseline.' }),
    fixed: count.meta({ description: 'Findings of the baseline that are fixed.' }),
    issueGroups: count.meta({
      description:
        'Things to fix: issue groups with a violation that counts. One fix removes each, or probably does.',
    }),
    rulesNotRun: rulesNotRunSchema,
  })
  .meta({ id: 'ScanSummary', description: 'What the scan comes to.' });

/** A scan as the API shows it. */
export const scanViewSchema = z
  .object({
    id: createIdSchema('scan').meta({ description: 'Id of the scan.' }),
    siteId: createIdSchema('site').meta({ description: 'Id of the site, which may be deleted by now.' }),
    status: z.enum(scanStatuses).meta({
      description: `How far the scan is. Final, never to change again: ${finalStatuses.map((status) => `\`${status}\``).join(', ')}.`,
    }),
    config: scanConfigSchema,
    progress: z
      .object({
        pagesDone: z.number().int().meta({ description: 'Pages that have ended.' }),
        pagesKnown: z.number().int().meta({ description: 'Pages known so far.' }),
      })
      .meta({ description: 'Pages counted.' }),
    createdAt: z.iso.datetime().meta({ description: 'When the scan was triggered.' }),
    startedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When its first page was begun; null before that.' }),
    finishedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When its status became final; null before that.' }),
    report: z.enum(reportStates).meta({
      description: '`pending`: still to come; `ready`: can be fetched; `none`: there is nothing to report.',
    }),
    failure: z
      .object({
        code: z.enum(scanFailureCodes).meta({ description: 'Stable; for programs.' }),
        reason: z.string().meta({ description: 'For people.' }),
      })
      .nullable()
      .meta({ description: 'Why the scan failed; null unless its status is `failed`.' }),
    cancelReason: z.string().nullable().meta({
      description: 'Why the scan was cancelled, for people; null unless its status is `cancelled`.',
    }),
    summary: scanSummarySchema.nullable().meta({
      description:
        'What the scan comes to; null until `report` is no longer `pending`, and where the service could not finish it or its site was deleted before.',
    }),
    accepted: acceptanceSchema.nullable().meta({
      description:
        'That it was accepted as the baseline of later scans, whatever its gate decided; null if it was not.',
    }),
  })
  .meta({ id: 'Scan', description: 'A scan of a site and its progress.' });
export type ScanView = z.infer<typeof scanViewSchema>;

/** The API's view of a scan. */
export function toScanView(scan: Scan): ScanView {
  return {
    id: scan.scanId,
    siteId: scan.siteId,
    status: scan.status,
    config: scan.config,
    progress: { pagesDone: scan.pagesDone, pagesKnown: scan.pagesKnown },
    createdAt: scan.createdAt,
    startedAt: scan.startedAt ?? null,
    finishedAt: isFinal(scan.status) ? (scan.finishedAt ?? null) : null,
    report: scan.report,
    ...describeUnfinished(scan),
    summary: scan.summary ? inSchemaOrder(scan.summary) : null,
    accepted: toAcceptanceView(scan.accepted),
  };
}

/** Why a scan failed or was cancelled, as its view tells it; null for what it did not. */
export function describeUnfinished({
  failure,
  failureDetail,
  cancelReason,
}: Pick<Scan, 'failure' | 'failureDetail' | 'cancelReason'>): Pick<ScanView, 'failure' | 'cancelReason'> {
  return {
    failure: failure ? { code: failure, reason: failureReason(failure, failureDetail) } : null,
    cancelReason: cancelReason ? cancelReasons[cancelReason] : null,
  };
}

/** A table gives the members of an item in an order of its own. */
function inSchemaOrder(summary: ScanSummary): ScanSummary {
  return scanSummarySchema.parse(summary);
}

function failureReason(failure: ScanFailure, detail: string | undefined): string {
  return [scanFailures[failure], detail].filter(Boolean).join(' ');
}

/** The outcome of a request to cancel: done, done before, or too late. */
export interface CancelOutcome {
  kind: 'cancelled' | 'already-cancelled' | 'ended';
  scan: Scan;
}

/** Which scans of a site are wanted. */
export interface ScanFilter {
  status?: ScanStatus | undefined;
  branch?: string | undefined;
  /** A commit, or the beginning of its hash. */
  commit?: string | undefined;
}
