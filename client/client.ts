import type {
  GetReportParameters,
  ListFindingsParameters,
  ListScansParameters,
  ListSitesParameters,
} from './generated/parameters.ts';
import type {
  AcceptScan,
  CreateSite,
  CreateSuppression,
  FindingList,
  Health,
  PictureLink,
  Report,
  ReportLink,
  RuleSets,
  Scan,
  ScanConfig,
  ScanList,
  Site,
  SiteList,
  Suppression,
  SuppressionList,
  Trend,
  UpdateSite,
  UpdateSuppression,
  UsageList,
} from './generated/types.ts';
import type { Pace, RetryInfo } from './pace.ts';

/** Something that went well, but will not for long. */
export interface ClientWarning {
  code: 'key-expires-soon' | 'clock-differs';
  /** One sentence or two, for people. */
  message: string;
}

/** What a client is made of. */
export interface ClientOptions {
  /** Version 1 of the API, `https://…/api/v1`; http only on loopback. */
  apiUrl: string;
  /** Gives the key for each request, so that nothing here keeps it. */
  apiKey: () => string;
  userAgent?: string | undefined;
  /** What of `paceDefault` is to be otherwise. */
  pace?: Partial<Pace> | undefined;
  /** In place of the global one. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Called before every pause. */
  onRetry?: ((info: RetryInfo) => void) | undefined;
  /** Called once at most for each code. */
  onWarning?: ((warning: ClientWarning) => void) | undefined;
  /** Ends every call of the client at once; they then throw its reason. */
  signal?: AbortSignal | undefined;
}

/** What every call takes. */
export interface CallOptions {
  /** Ends the call at once; it then throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Which part of a list: at most `limit` entries, up to 100, after `cursor`, the `nextCursor` of the page before. */
export type ListQuery = ListSitesParameters;

/** Which scans of a site: those that all members are true of. `commit` may be the beginning of a hash. */
export type ScanQuery = ListScansParameters;

/** Which findings of a scan: those that all members are true of. */
export type FindingQuery = ListFindingsParameters;

/** Which completed scans of a site: those that all members are true of. */
export interface TrendQuery extends ListQuery {
  branch?: string;
  /** Only scans that can be compared with each other: those with this key. */
  comparableKey?: string;
  /** When they were triggered, RFC 3339: then or later, and before `to`. */
  from?: string;
  to?: string;
}

/** Which usage of the account: that which all members are true of. */
export interface UsageQuery extends ListQuery {
  /** First and last day, in UTC, such as `2026-03-31`. */
  from?: string;
  to?: string;
  keyId?: string;
}

/** The formats of a report. */
export type ReportFormat = NonNullable<GetReportParameters['format']>;

/** A scan as it is now. */
export interface PolledScan {
  scan: Scan;
  /** When to ask again, in milliseconds; null where the service does not say, as for a scan that has ended. */
  retryAfterMs: number | null;
}

/** A scan that was started. */
export interface TriggeredScan extends PolledScan {
  /** Whether an earlier call with the same idempotency key had started it. */
  replayed: boolean;
}

/**
 * The service's API. Every call repeats what may be repeated, within the client's `Pace`, and throws
 * - `ApiError` for an answer of the service that is no success,
 * - `ConnectionError` where no answer of the service came,
 * - `InvalidOptionError` where nothing could be sent,
 * - the reason of a signal that was aborted.
 *
 * Calls that create something without an idempotency key, and would create it twice, are repeated only after answers
 * that say that nothing was done.
 */
export interface Client {
  /** Where the API is, without a final slash. */
  readonly apiUrl: string;

  listSites(query?: ListQuery, options?: CallOptions): Promise<SiteList>;
  /** All sites that the key may access, oldest first. */
  allSites(options?: CallOptions): Promise<Site[]>;
  createSite(site: CreateSite, options?: CallOptions): Promise<Site>;
  getSite(siteId: string, options?: CallOptions): Promise<Site>;
  updateSite(siteId: string, change: UpdateSite, options?: CallOptions): Promise<Site>;
  deleteSite(siteId: string, options?: CallOptions): Promise<void>;

  /**
   * Starts a scan. A random idempotency key is sent with it, new for each call and the same for its own repetitions;
   * one that is given makes the call safe to repeat for 24 hours.
   */
  triggerScan(
    siteId: string,
    config: ScanConfig,
    options?: CallOptions & { idempotencyKey?: string | undefined },
  ): Promise<TriggeredScan>;
  listScans(siteId: string, query?: ScanQuery, options?: CallOptions): Promise<ScanList>;
  getScan(scanId: string, options?: CallOptions): Promise<PolledScan>;
  cancelScan(scanId: string, options?: CallOptions): Promise<Scan>;
  /** Makes a completed scan the baseline of later ones, whatever its gate decided. */
  acceptScan(scanId: string, acceptance: AcceptScan, options?: CallOptions): Promise<Scan>;

  /** A link to the report in a format, which works for a few minutes and without the key; the scan where it is not ready. */
  getReportLink(
    scanId: string,
    format?: ReportFormat,
    options?: CallOptions,
  ): Promise<{ link: ReportLink } | PolledScan>;
  /**
   * The report in a format, piece by piece, fetched by link, so that the key does not travel to where reports are kept.
   * Waits while it is not ready, for as long as no signal ends that. A transfer that breaks off goes on where it was.
   */
  reportChunks(scanId: string, format?: ReportFormat, options?: CallOptions): AsyncIterable<Uint8Array>;
  /** The whole report as JSON; as `reportChunks`. */
  getReport(scanId: string, options?: CallOptions): Promise<Report>;
  listFindings(
    scanId: string,
    query?: FindingQuery,
    options?: CallOptions,
  ): Promise<FindingList | PolledScan>;
  /** A link to a picture of an element. */
  getPicture(scanId: string, pictureId: string, options?: CallOptions): Promise<PictureLink>;

  getTrend(siteId: string, query?: TrendQuery, options?: CallOptions): Promise<Trend>;
  listSuppressions(siteId: string, query?: ListQuery, options?: CallOptions): Promise<SuppressionList>;
  createSuppression(
    siteId: string,
    suppression: CreateSuppression,
    options?: CallOptions,
  ): Promise<Suppression>;
  updateSuppression(
    siteId: string,
    suppressionId: string,
    change: UpdateSuppression,
    options?: CallOptions,
  ): Promise<Suppression>;
  deleteSuppression(siteId: string, suppressionId: string, options?: CallOptions): Promise<void>;

  /** What the keys of the account did, by key and day. */
  getUsage(query?: UsageQuery, options?: CallOptions): Promise<UsageList>;

  listRuleSets(options?: CallOptions): Promise<RuleSets>;
  /** The OpenAPI document; needs no key, and none is sent. */
  getOpenapi(options?: CallOptions): Promise<{ openapi: string; [member: string]: unknown }>;
  /** Whether the API answers; needs no key, and none is sent. */
  getHealth(options?: CallOptions): Promise<Health>;
}
