import { z } from 'zod';
import { type GateResult, gateResults } from '../gate/gate.ts';
import { type RulesNotRun, rulesNotRunSchema } from '../gate/rules-not-run.ts';
import { createIdSchema } from '../ids.ts';
import { createObjectSchema } from '../reports/schema/numbers.ts';
import { type Acceptance, acceptanceSchema, toAcceptanceView } from './acceptance.ts';
import type { pageOutcomeSchema } from './page-outcome.ts';
import { type Impact, impacts } from './page-result.ts';
import { type ScanConfig, scanConfigSchema, toConfigView } from './scan-config.ts';

/** The statuses of a scan; the last three are final. */
export const scanStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type ScanStatus = (typeof scanStatuses)[number];

const finalStatuses: readonly ScanStatus[] = ['completed', 'failed', 'cancelled'];

/** True if a scan in this status will never change again. */
export function isFinal(status: ScanStatus): boolean {
  return finalStatuses.includes(status);
}

/** Why a scan failed. */
export const scanFailures = {
  'no-page-scanned': 'No page of the scan could be scanned.',
  'pages-not-chosen':
    'Choosing the pages of the scan took too long, because the addresses that were found are very long or too many. Scan fewer pages, or exclude these addresses.',
  'planning-failed': 'The service could not plan the scan.',
  'finishing-failed': 'The service could not build the report.',
  'pages-per-month-limit':
    'The account reached its limit of pages for this month (UTC) before all pages were scanned.',
} as const;
export type ScanFailure = keyof typeof scanFailures;
export const scanFailureCodes = Object.keys(scanFailures) as [ScanFailure, ...ScanFailure[]];

/** Why a scan was cancelled. */
const cancelReasons = {
  requested: 'Cancelled by a caller.',
  'site-deleted': 'Its site was deleted.',
} as const;
export type CancelReason = keyof typeof cancelReasons;

/** A scan as the service stores it. Times are RFC 3339 UTC. */
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
  /** Present if the config makes the scan find fewer pages than the settings of the site. */
  smallerCrawl?: true;
  /** Who triggered it: the id of a key, a member or a schedule. */
  actor: string;
  /** Id of the request that triggered it; part of every message and log line of the scan. */
  correlationId: string;
  createdAt: string;
  startedAt?: string;
  /** When the last page ended, or the scan was cancelled or ended by its time limit. */
  finishedAt?: string;
  /** Whether all first pages are in the frontier. */
  planned: boolean;
  /** Pages in the frontier. */
  pagesKnown: number;
  /** Pages that have their outcome. */
  pagesDone: number;
  /** Pages that were scanned, wholly or in part. */
  pagesScanned: number;
  failure?: ScanFailure;
  /** The cause of the failure, in one sentence. */
  failureDetail?: string;
  cancelReason?: CancelReason;
  report: ReportState;
  /** The current report revision: the folder of its objects. Absent until the scan is settled. */
  edition?: string;
  /** Key numbers of the report; absent until the scan is settled. */
  summary?: ScanSummary;
  /** Present if the scan was accepted as the baseline of later scans. */
  accepted?: Acceptance;
}

/** Key numbers of a settled scan; see `scanSummarySchema`. */
export interface ScanSummary {
  gate: GateResult | null;
  violations: number;
  needsReview: number;
  suppressed: number;
  new: number;
  fixed: number;
  issueGroups: number;
  issueGroupsByImpact: Record<Impact, number>;
  pages: { attempted: number; scanned: number; notJudged: number };
  hasBaseline: boolean;
  rulesNotRun: RulesNotRun[];
}

/** Whether a report exists: it will be built, it is in the bucket, or there is nothing to report. */
const reportStates = ['pending', 'ready', 'none'] as const;
export type ReportState = (typeof reportStates)[number];

/** True if other scans can be compared with a scan: it is completed and has a report. */
export function canBeBaseline(scan: Pick<Scan, 'status' | 'report'>): boolean {
  return scan.status === 'completed' && scan.report === 'ready';
}

/** A page of a scan as the frontier stores it. */
export interface FrontierPage {
  scanId: string;
  pageId: string;
  url: string;
  /**
   * Number of links from the first pages of the scan, which have 0. Pages of a sitemap that are not among the first
   * pages, because they did not all fit, have 1.
   */
  depth: number;
  /** Position among the pages of its depth. */
  position: number;
  /** `queued` until it has its outcome: on a scan queue or in a browser. */
  state: 'open' | 'queued' | 'done';
  /** True if nothing leads to the page any more, and it is opened because the compared scan judged it. */
  revisited?: true;
  /** Number of attempts that were started. */
  attempts: number;
  /** How often the page was sent to the scan queue. */
  sends: number;
  /** How often it came back without being started and without a fault. */
  returns?: number;
  /** How often the function of its browser ended while the page was open. */
  losses?: number;
  /** How often an attempt was lost together with its dispatcher. Such an attempt is not among `attempts`. */
  interruptions?: number;
  outcome?: z.infer<typeof pageOutcomeSchema>;
  detail?: string;
  /** The redirect target, if it is another page or another origin of the site. */
  movedTo?: { pageId: string; origin: string };
  /** Key of the result that counts; absent if the service itself set the outcome. */
  resultKey?: string;
}

const count = z.number().int().min(0);

/** Numbers of issue groups to fix, by their worst impact. */
export const groupsByImpactSchema = createObjectSchema(impacts, count).meta({
  description: 'Issue groups to fix, by the worst impact of a group.',
});

const scanSummarySchema = z
  .object({
    gate: z
      .enum(gateResults)
      .nullable()
      .meta({ description: 'As `gate.result` of the report; null for a scan without `failOn`.' }),
    violations: count.meta({ description: 'Elements with a violation, without suppressed ones.' }),
    needsReview: count.meta({ description: 'Elements that need review, without suppressed ones.' }),
    suppressed: count.meta({ description: 'Suppressed elements, which the numbers above do not include.' }),
    new: count.meta({ description: 'Violations that are new or regressed since the baseline.' }),
    fixed: count.meta({ description: 'Findings of the baseline that are fixed.' }),
    issueGroups: count.meta({
      description:
        'Issue groups to fix: groups with an unsuppressed violation. One fix certainly or probably removes each.',
    }),
    issueGroupsByImpact: groupsByImpactSchema,
    pages: z
      .object({
        attempted: count.meta({ description: 'Pages that the scan tried to open, without broken links.' }),
        scanned: count.meta({ description: 'Pages that were scanned, wholly or in part.' }),
        notJudged: count.meta({
          description:
            'Attempted pages that were not scanned, or only in part. A page that redirects to another page of the scan does not count.',
        }),
      })
      .meta({ description: 'Numbers of pages.' }),
    hasBaseline: z.boolean().meta({
      description: 'Whether the scan was compared with a baseline. Without one, `new` and `fixed` are 0.',
    }),
    rulesNotRun: rulesNotRunSchema,
  })
  .meta({ id: 'ScanSummary', description: 'Key numbers of the scan.' });

/** A scan as the API shows it. */
export const scanViewSchema = z
  .object({
    id: createIdSchema('scan').meta({ description: 'Id of the scan.' }),
    siteId: createIdSchema('site').meta({ description: 'Id of the site.' }),
    siteName: z.string().meta({ description: 'Name of the site when the scan was triggered.' }),
    status: z.enum(scanStatuses).meta({
      description: `Status of the scan. Final statuses, which never change again: ${finalStatuses.map((status) => `\`${status}\``).join(', ')}.`,
    }),
    config: scanConfigSchema,
    progress: z
      .object({
        pagesDone: z.number().int().meta({ description: 'Number of pages that have ended.' }),
        pagesKnown: z.number().int().meta({ description: 'Number of pages known so far.' }),
      })
      .meta({ description: 'Progress in pages.' }),
    createdAt: z.iso.datetime().meta({ description: 'When the scan was triggered.' }),
    startedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When its first page was started; null before that.' }),
    finishedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When its status became final; null before that.' }),
    report: z.enum(reportStates).meta({
      description: '`pending`: not built yet; `ready`: can be fetched; `none`: there is nothing to report.',
    }),
    failure: z
      .object({
        code: z.enum(scanFailureCodes).meta({ description: 'Stable code, for programs.' }),
        reason: z.string().meta({ description: 'The reason, for people.' }),
      })
      .nullable()
      .meta({ description: 'Why the scan failed; null unless its status is `failed`.' }),
    cancelReason: z.string().nullable().meta({
      description: 'Why the scan was cancelled, for people; null unless its status is `cancelled`.',
    }),
    summary: scanSummarySchema.nullable().meta({
      description:
        'Key numbers of the scan. Null while `report` is `pending`, if the service could not finish the scan, or if its site is being deleted.',
    }),
    accepted: acceptanceSchema.nullable().meta({
      description:
        'Set if the scan was accepted as the baseline of later scans, regardless of its gate; else null.',
    }),
  })
  .meta({ id: 'Scan', description: 'A scan of a site and its progress.' });
export type ScanView = z.infer<typeof scanViewSchema>;

/** Returns the API's view of a scan. */
export function toScanView(scan: Scan): ScanView {
  return {
    id: scan.scanId,
    siteId: scan.siteId,
    siteName: scan.siteName,
    status: scan.status,
    config: toConfigView(scan.config),
    progress: { pagesDone: scan.pagesDone, pagesKnown: scan.pagesKnown },
    createdAt: scan.createdAt,
    startedAt: scan.startedAt ?? null,
    finishedAt: isFinal(scan.status) ? (scan.finishedAt ?? null) : null,
    report: scan.report,
    ...describeUnfinished(scan),
    summary: scan.summary ? toSchemaOrder(scan.summary) : null,
    accepted: toAcceptanceView(scan.accepted),
  };
}

/** Returns why a scan failed or was cancelled, as its view shows it; null if it did not. */
export function describeUnfinished({
  failure,
  failureDetail,
  cancelReason,
}: Pick<Scan, 'failure' | 'failureDetail' | 'cancelReason'>): Pick<ScanView, 'failure' | 'cancelReason'> {
  return {
    failure: failure ? { code: failure, reason: describeFailure(failure, failureDetail) } : null,
    cancelReason: cancelReason ? cancelReasons[cancelReason] : null,
  };
}

/** Returns a summary with its members in schema order: DynamoDB returns them in another order. */
function toSchemaOrder(summary: ScanSummary): ScanSummary {
  return scanSummarySchema.parse(summary);
}

function describeFailure(failure: ScanFailure, detail: string | undefined): string {
  return [scanFailures[failure], detail].filter(Boolean).join(' ');
}

/** The outcome of a request to cancel: cancelled now, cancelled before, or too late because the scan had ended. */
export interface CancelOutcome {
  kind: 'cancelled' | 'already-cancelled' | 'ended';
  scan: Scan;
}

/** Filter for the scans of a site. */
export interface ScanFilter {
  status?: ScanStatus | undefined;
  branch?: string | undefined;
  /** A commit hash, or the beginning of it. */
  commit?: string | undefined;
}

/** Filter for the scans of an account. */
export interface AccountScanFilter extends ScanFilter {
  gate?: GateResult | undefined;
  /** Only scans of these sites. */
  siteIds?: readonly string[] | undefined;
  /** Id of the key or person that triggered the scan. */
  actor?: string | undefined;
  /** Only scans that were triggered at or after this time. */
  from?: Date | undefined;
  /** Only scans that were triggered before this time. */
  to?: Date | undefined;
}
