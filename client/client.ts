import type {
  CompareScansParameters,
  GetFindingHistoryParameters,
  GetOverviewParameters,
  GetReportParameters,
  ListAccountScansParameters,
  ListDecisionsParameters,
  ListFindingsParameters,
  ListScanGroupsParameters,
  ListScanPagesParameters,
  ListScansParameters,
  ListSiteGroupsParameters,
  ListSitesParameters,
} from './generated/parameters.ts';
import type {
  AcceptScan,
  CreateSite,
  CreateSuppression,
  CreateWebhook,
  Decide,
  Decision,
  DecisionList,
  FindingHistory,
  FindingList,
  Health,
  IssueGroupHistory,
  Overview,
  PictureLink,
  Report,
  ReportLink,
  RuleSets,
  Scan,
  ScanComparison,
  ScanConfig,
  ScanGroupList,
  ScanList,
  ScanPageList,
  ScanResults,
  Schedule,
  SetSchedule,
  Site,
  SiteGroupList,
  SiteList,
  Suppression,
  SuppressionList,
  Trend,
  UpdateSite,
  UpdateSuppression,
  UpdateWebhook,
  UsageList,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookList,
  WebhookWithSecret,
} from './generated/types.ts';
import type { Pace, RetryInfo } from './pace.ts';

/** A warning about something that works now and will fail later. */
export interface ClientWarning {
  code: 'key-expires-soon' | 'clock-differs';
  /** One or two sentences for people. */
  message: string;
}

/** Options of a client. */
export interface ClientOptions {
  /** Version 1 of the API, `https://…/api/v1`. http is allowed only on loopback. */
  apiUrl: string;
  /** Returns the key for each request, so that the client does not store it. */
  apiKey: () => string;
  userAgent?: string | undefined;
  /** Overrides members of `paceDefault`. */
  pace?: Partial<Pace> | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Called before every pause. */
  onRetry?: ((info: RetryInfo) => void) | undefined;
  /** Called at most once for each code. */
  onWarning?: ((warning: ClientWarning) => void) | undefined;
  /** Aborts every call of the client; the calls then throw its reason. */
  signal?: AbortSignal | undefined;
}

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call; it then throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Selects a result page: at most `limit` entries, up to 100, after `cursor`, the `nextCursor` of the previous one. */
export type ListQuery = ListSitesParameters;

/** Selects sites of the overview that match all members, and their order. */
export type OverviewQuery = GetOverviewParameters;

/** Selects scans of a site that match all members. `commit` may be the beginning of a hash. */
export type ScanQuery = ListScansParameters;

/** Selects scans of all sites that match all members; `key` is the id of a key or a person. */
export type AccountScanQuery = ListAccountScansParameters;

/** Selects findings of a scan that match all members. */
export type FindingQuery = ListFindingsParameters;

/** Selects issue groups of a scan that match all members. */
export type GroupQuery = ListScanGroupsParameters;

/** The same for the newest completed scan of a site, or of one of its branches. */
export type SiteGroupQuery = ListSiteGroupsParameters;

/** Selects pages of a scan that match all members. */
export type PageQuery = ListScanPagesParameters;

/** Selects the history as of the newest scan of a branch, or as of one scan. */
export type HistoryQuery = GetFindingHistoryParameters;

/** Selects findings of a comparison that match all members. */
export type ComparisonQuery = CompareScansParameters;

/** Selects completed scans of a site that match all members. */
export interface TrendQuery extends ListQuery {
  branch?: string;
  /** Only scans with this key; they can be compared with each other. */
  comparableKey?: string;
  /** Range of the trigger time, RFC 3339: at or after `from`, and before `to`. */
  from?: string;
  to?: string;
}

/** Selects deliveries to an endpoint that match all members. */
export interface WebhookDeliveryQuery extends ListQuery {
  state?: WebhookDelivery['state'];
  /** Type of the event, such as `issues.new`. */
  type?: string;
  /** Times, such as `2026-03-31T00:00:00Z`. Events at `to` are not included. */
  from?: string;
  to?: string;
}

/** Selects usage of the account that matches all members. */
export interface UsageQuery extends ListQuery {
  /** First and last day, in UTC, such as `2026-03-31`. */
  from?: string;
  to?: string;
  keyId?: string;
}

/** The formats of a report. */
export type ReportFormat = NonNullable<GetReportParameters['format']>;

/** The current state of a scan. */
export interface PolledScan {
  scan: Scan;
  /** Time until the next request, in milliseconds; null if the service names none, e.g. for a scan that has ended. */
  retryAfterMs: number | null;
}

/** A scan that was started. */
export interface TriggeredScan extends PolledScan {
  /** Whether an earlier call with the same idempotency key started it. */
  replayed: boolean;
}

/**
 * The service's API. Calls are retried within the client's `Pace` if that is safe. Every call throws
 * - `ApiError` if the service responds with an error,
 * - `ConnectionError` if the service does not respond,
 * - `InvalidOptionError` if no request could be sent,
 * - the reason of a signal that aborted.
 *
 * A call that creates something without an idempotency key could create it twice. It is retried only if the response
 * says that nothing was done.
 */
export interface Client {
  /** URL of the API, without a trailing slash. */
  readonly apiUrl: string;

  /** Returns the sites with the results of their newest scans. */
  getOverview(query?: OverviewQuery, options?: CallOptions): Promise<Overview>;
  listSites(query?: ListQuery, options?: CallOptions): Promise<SiteList>;
  /** Returns all sites that the key may access, oldest first. */
  allSites(options?: CallOptions): Promise<Site[]>;
  createSite(site: CreateSite, options?: CallOptions): Promise<Site>;
  getSite(siteId: string, options?: CallOptions): Promise<Site>;
  updateSite(siteId: string, change: UpdateSite, options?: CallOptions): Promise<Site>;
  deleteSite(siteId: string, options?: CallOptions): Promise<void>;

  /**
   * Starts a scan. By default each call sends a new random idempotency key, and its retries send the same one. With
   * your own key, the call itself can be repeated for 24 hours.
   */
  triggerScan(
    siteId: string,
    config: ScanConfig,
    options?: CallOptions & { idempotencyKey?: string | undefined },
  ): Promise<TriggeredScan>;
  listScans(siteId: string, query?: ScanQuery, options?: CallOptions): Promise<ScanList>;
  listAccountScans(query?: AccountScanQuery, options?: CallOptions): Promise<ScanList>;
  getScan(scanId: string, options?: CallOptions): Promise<PolledScan>;
  cancelScan(scanId: string, options?: CallOptions): Promise<Scan>;
  /** Deletes an ended scan with its report, findings and pictures. */
  deleteScan(scanId: string, options?: CallOptions): Promise<void>;
  /** Makes a completed scan the baseline of later scans, even if its gate failed. */
  acceptScan(scanId: string, acceptance: AcceptScan, options?: CallOptions): Promise<Scan>;

  /**
   * Returns a link to the report, which is valid for a few minutes and needs no key; the scan if the report is not
   * ready.
   */
  getReportLink(
    scanId: string,
    format?: ReportFormat,
    options?: CallOptions,
  ): Promise<{ link: ReportLink } | PolledScan>;
  /**
   * Downloads the report in chunks from its link, so that the storage of the reports never gets the key. Waits until
   * the report is ready or a signal aborts. Resumes a transfer that was interrupted.
   */
  reportChunks(scanId: string, format?: ReportFormat, options?: CallOptions): AsyncIterable<Uint8Array>;
  /** Returns the whole JSON report; downloads it as `reportChunks` does. */
  getReport(scanId: string, options?: CallOptions): Promise<Report>;
  listFindings(
    scanId: string,
    query?: FindingQuery,
    options?: CallOptions,
  ): Promise<FindingList | PolledScan>;
  /** Returns the report without findings, issue groups and pages; the scan if the report is not ready. */
  getScanResults(scanId: string, options?: CallOptions): Promise<ScanResults | PolledScan>;
  listScanGroups(
    scanId: string,
    query?: GroupQuery,
    options?: CallOptions,
  ): Promise<ScanGroupList | PolledScan>;
  /** Returns issue groups of the newest completed scan of a site. */
  listSiteGroups(siteId: string, query?: SiteGroupQuery, options?: CallOptions): Promise<SiteGroupList>;
  /** Returns pages of a scan, also while it runs. */
  listScanPages(scanId: string, query?: PageQuery, options?: CallOptions): Promise<ScanPageList>;
  /** Returns when a finding of a site was first seen, fixed, and seen again. */
  getFindingHistory(
    siteId: string,
    fingerprint: string,
    query?: HistoryQuery,
    options?: CallOptions,
  ): Promise<FindingHistory>;
  /** Returns when an issue group of a site was first seen, fixed, and seen again. */
  getGroupHistory(
    siteId: string,
    groupId: string,
    query?: HistoryQuery,
    options?: CallOptions,
  ): Promise<IssueGroupHistory>;
  /** Compares a scan with another one of its site, usually an earlier one. */
  compareScans(
    scanId: string,
    otherScanId: string,
    query?: ComparisonQuery,
    options?: CallOptions,
  ): Promise<ScanComparison>;
  /** Returns a link to a picture of an element. */
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
  listDecisions(
    siteId: string,
    query?: ListDecisionsParameters,
    options?: CallOptions,
  ): Promise<DecisionList>;
  /** Decides about a finding that needs review. Replaces an earlier decision on it. */
  decide(siteId: string, decision: Decide, options?: CallOptions): Promise<Decision>;
  deleteDecision(siteId: string, fingerprint: string, options?: CallOptions): Promise<void>;

  /** Returns when a site is scanned by itself, and what happened at the last planned times. */
  getSchedule(siteId: string, options?: CallOptions): Promise<Schedule>;
  /** Sets when a site is scanned by itself, and how. */
  setSchedule(siteId: string, schedule: SetSchedule, options?: CallOptions): Promise<Schedule>;
  deleteSchedule(siteId: string, options?: CallOptions): Promise<void>;

  /** Returns the endpoints of webhooks of the account. */
  listWebhooks(query?: ListQuery, options?: CallOptions): Promise<WebhookList>;
  /** Creates an endpoint of webhooks. No other response has its `secret`. */
  createWebhook(webhook: CreateWebhook, options?: CallOptions): Promise<WebhookWithSecret>;
  getWebhook(webhookId: string, options?: CallOptions): Promise<Webhook>;
  /** Changes, disables or enables an endpoint. */
  updateWebhook(webhookId: string, change: UpdateWebhook, options?: CallOptions): Promise<Webhook>;
  deleteWebhook(webhookId: string, options?: CallOptions): Promise<void>;
  /** Gives an endpoint a new secret. No other response has it. */
  rotateWebhookSecret(webhookId: string, options?: CallOptions): Promise<WebhookWithSecret>;
  /** Sends an event to an endpoint that says that it is a test. */
  testWebhook(webhookId: string, options?: CallOptions): Promise<WebhookDelivery>;
  /** Returns the deliveries to an endpoint, newest first. */
  listWebhookDeliveries(
    webhookId: string,
    query?: WebhookDeliveryQuery,
    options?: CallOptions,
  ): Promise<WebhookDeliveryList>;
  /** Returns a delivery with its request and its attempts. */
  getWebhookDelivery(
    webhookId: string,
    deliveryId: string,
    options?: CallOptions,
  ): Promise<WebhookDeliveryDetail>;
  /** Sends a delivery again, with the same id of the event. */
  redeliver(webhookId: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery>;

  /** Returns what the keys of the account did, by key and day. */
  getUsage(query?: UsageQuery, options?: CallOptions): Promise<UsageList>;

  listRuleSets(options?: CallOptions): Promise<RuleSets>;
  /** Returns the OpenAPI document. Needs and sends no key. */
  getOpenapi(options?: CallOptions): Promise<{ openapi: string; [member: string]: unknown }>;
  /** Returns whether the API responds. Needs and sends no key. */
  getHealth(options?: CallOptions): Promise<Health>;
}
