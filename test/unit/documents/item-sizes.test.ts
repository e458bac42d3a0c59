import { describe, expect, it } from 'vitest';
import { buildAlertItem } from '../../../adapters/dynamodb/alerts.ts';
import { buildDeliveryItem } from '../../../adapters/dynamodb/deliveries.ts';
import { buildDueKeys } from '../../../adapters/dynamodb/due.ts';
import { indexKeys, itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { buildPageItem } from '../../../adapters/dynamodb/page-item.ts';
import { REFUSALS_RETENTION_DAYS } from '../../../adapters/dynamodb/refusals.ts';
import { buildScanItem } from '../../../adapters/dynamodb/scan-item.ts';
import { buildSharedReportItem } from '../../../adapters/dynamodb/shared-reports.ts';
import { buildWebhookItem } from '../../../adapters/dynamodb/webhooks.ts';
import { type KeyRecord, keyRequestSchema } from '../../../core/access/key-record.ts';
import type { Alert } from '../../../core/alerts/alert.ts';
import { alertEvents } from '../../../core/alerts/alert-bodies.ts';
import { buildDigestMessage } from '../../../core/alerts/build-message.ts';
import { ATTEMPTS_KEPT, RESPONSE_BYTES_KEPT } from '../../../core/alerts/delivery.ts';
import { DIGEST_EVENTS_MAX } from '../../../core/alerts/digest.ts';
import { type AlertEvent, type EventType, eventTypes } from '../../../core/alerts/event.ts';
import { listEventGroups } from '../../../core/alerts/event-groups.ts';
import type { EventGroup } from '../../../core/alerts/event-schemas.ts';
import type { BaselineLine, EarlierScan } from '../../../core/comparison/baseline-line.ts';
import { LISTED_MAX } from '../../../core/comparison/baseline-line.ts';
import type { LatestScan, Reference } from '../../../core/comparison/reference.ts';
import { GLOB_LENGTH_MAX } from '../../../core/crawl/url-glob.ts';
import { BASES_MAX, type Decision, decideSchema } from '../../../core/decisions/decision.ts';
import { undecidedReasons } from '../../../core/gate/resolutions.ts';
import { createId } from '../../../core/ids.ts';
import { digestBranch } from '../../../core/overview/main-branch.ts';
import { buildSiteFacts, toLastScan, toSiteResult } from '../../../core/overview/site-entry.ts';
import { OPEN_INVITATIONS_MAX } from '../../../core/people/invitation.ts';
import { personNameSchema } from '../../../core/people/person.ts';
import { axeRules } from '../../../core/rule-sets/axe-rules.ts';
import { recordMessageSchema } from '../../../core/scans/messages.ts';
import { type Scan, type ScanFailure, type ScanSummary, scanFailureCodes } from '../../../core/scans/scan.ts';
import { CONFIG_BYTES_MAX, type ScanConfig, scanConfigSchema } from '../../../core/scans/scan-config.ts';
import { scanMetadataSchema } from '../../../core/scans/scan-metadata.ts';
import { type ScanStart, scanSettingsDefault } from '../../../core/scans/scan-settings.ts';
import { selectorSchema } from '../../../core/scans/selector-fault.ts';
import { RUN_DETAIL_LENGTH_MAX } from '../../../core/schedules/schedule.ts';
import { RUNS_MAX } from '../../../core/schedules/schedule-view.ts';
import { weekdays } from '../../../core/schedules/weekdays.ts';
import { NOTE_LENGTH_MAX } from '../../../core/shared-reports/shared-report.ts';
import { CREDENTIALS_BYTES_MAX } from '../../../core/sites/credentials-body.ts';
import { PAGES_LENGTH_MAX } from '../../../core/sites/listed-pages.ts';
import { reasonSchema } from '../../../core/sites/plain-text.ts';
import type { Site } from '../../../core/sites/site.ts';
import { createSiteSchema } from '../../../core/sites/site-bodies.ts';
import { sourcePathsSchema } from '../../../core/sites/source-paths.ts';
import { URL_LENGTH_MAX } from '../../../core/sites/url.ts';
import {
  createSuppressionSchema,
  SELECTOR_SUPPRESSIONS_MAX,
  type Suppression,
} from '../../../core/suppressions/suppression.ts';
import { buildComparableConditions } from '../../../core/trend/comparable-conditions.ts';
import { type TrendPoint, trendPointSchema } from '../../../core/trend/trend-point.ts';
import { readDocument, readRows } from '../../support/documents.ts';
import { itemSize } from '../../support/item-size.ts';

/** The largest items that the schemas accept, compared with the sizes that docs/data-model.md states. */

const now = new Date('2026-11-21T12:00:00.000Z');
const time = now.toISOString();
const [accountId, siteId, scanId, keyId, chunkId] = (
  ['acct', 'site', 'scan', 'apikey', 'chunk'] as const
).map((prefix) => createId(prefix, now)) as [string, string, string, string, string];
const personId = createId('person', now);
/** The longest address that the service stores. */
const email = `${'a'.repeat(64)}@${'b'.repeat(189)}`;
const pageId = `page_${'a'.repeat(32)}`;
/** Returns the longest text with this number of characters: each takes three bytes in UTF-8. */
const text = (length: number) => '語'.repeat(length);
/** Returns the longest text that a schema accepts. @throws Error if the schema has no limit */
function longestOf({ maxLength }: { maxLength: number | null }): string {
  if (maxLength === null) throw new Error('a stored text has no limit');
  return text(maxLength);
}
const reason = longestOf(reasonSchema);
const keyName = longestOf(keyRequestSchema.shape.name);
const labels = Array.from({ length: 5 }, (_, index) => `${text(23)}${index}`);
const siteName = longestOf(createSiteSchema.shape.name);
const url = `https://www.example.com/${'a'.repeat(URL_LENGTH_MAX - 24)}`;
const host = `${'a'.repeat(253)}:65535`;
const origin = `https://${host}`;
const glob = `/${'a'.repeat(GLOB_LENGTH_MAX - 1)}`;
const selector = `.${longestOf(selectorSchema).slice(1)}`;
const comparableKey = 'a'.repeat(16);
const hash = 'a'.repeat(64);
const COUNT = 1_000_000;
const branch = longestOf(scanMetadataSchema.shape.branch.unwrap());
const commit = 'a'.repeat(64);
const metadata = scanMetadataSchema.parse({ branch, targetBranch: branch, commit, pullRequest: branch });
const sourcePaths = sourcePathsSchema.parse(
  Array.from({ length: 50 }, () => ({ url: glob, path: text(500) })),
);
const detail = longestOf(recordMessageSchema.options[1].shape.detail);

/** The largest config: as many selectors as fit into its bytes. */
const config: ScanConfig = (() => {
  const some = { rules: ['wcag-aa'], includeSelectors: [selector, selector, selector], metadata };
  const rest = CONFIG_BYTES_MAX - Buffer.byteLength(JSON.stringify(scanConfigSchema.parse(some)));
  const last = `.${'a'.repeat(Math.min(499, rest - 5))}`;
  return scanConfigSchema.parse({ ...some, includeSelectors: [...some.includeSelectors, last] });
})();
const scan: Scan = {
  scanId,
  accountId,
  siteId,
  siteName,
  siteUrl: url,
  status: 'completed',
  config,
  actor: keyId,
  correlationId: 'a'.repeat(200),
  createdAt: time,
  startedAt: time,
  finishedAt: time,
  planned: true,
  pagesKnown: 1_000,
  pagesDone: 1_000,
  pagesScanned: 1_000,
  report: 'ready',
  edition: 'a'.repeat(64),
  accepted: { at: time, by: { keyId, name: keyName }, reason },
  summary: {
    gate: 'inconclusive',
    violations: COUNT,
    needsReview: COUNT,
    suppressed: COUNT,
    new: COUNT,
    fixed: COUNT,
    issueGroups: COUNT,
    issueGroupsByImpact: { critical: COUNT, serious: COUNT, moderate: COUNT, minor: COUNT },
    pages: { attempted: 1_000, scanned: 1_000, notJudged: 1_000 },
    hasBaseline: true,
    // Five entries of three addresses, which together name every rule.
    rulesNotRun: Array.from({ length: 5 }, (_, entry) => ({
      ruleIds: axeRules.filter((_rule, index) => index % 5 === entry).map(({ ruleId }) => ruleId),
      pages: 1_000,
      urls: [url, url, url],
    })),
  },
};
const earlier: EarlierScan = { scanId, createdAt: time, branch, commit };
const thresholds = { criteria: 'moderate', bestPractice: 'moderate', review: true } as const;
const asked = Array.from({ length: LISTED_MAX }, () => ({ ...earlier, thresholds, isRoot: true }));
const line: BaselineLine = {
  accepted: null,
  passed: asked,
  open: asked,
  first: earlier,
  firstFailed: { scanId, createdAt: time },
};
const latest: LatestScan = { accountId, siteId, scanId, createdAt: time, branch, comparableKey };
const renewed = { gsi3pk: indexKeys.retentionExtensions(siteId), gsi3sk: time };
const key: KeyRecord = {
  keyId,
  accountId,
  name: keyName,
  description: longestOf(keyRequestSchema.shape.description.unwrap()),
  role: 'manager',
  siteIds: Array.from({ length: 25 }, () => siteId),
  hash: 'a'.repeat(60),
  previousHash: 'a'.repeat(60),
  previousHashUntil: time,
  rotatedAt: time,
  createdAt: time,
  createdBy: { personId, name: longestOf(personNameSchema) },
  lifetimeDays: 365,
  expiresAt: time,
  revokedAt: time,
};
const fingerprint = `f3_${'a'.repeat(24)}`;
const decision: Decision = {
  ...decideSchema.parse({ scanId: createId('scan', now), fingerprint, decision: 'problem', reason }),
  decisionId: createId('decision', now),
  ruleId: longest(axeRules.map(({ ruleId }) => ruleId)),
  ruleDefinition: longest(axeRules.map((rule) => rule.definition)),
  bases: Array.from({ length: BASES_MAX }, () => 'a'.repeat(24)),
  elements: 10_000,
  pageUrl: 'a'.repeat(300),
  accountId,
  siteId,
  author: { personId, name: longestOf(personNameSchema) },
  decidedAt: time,
};
const suppression: Suppression = {
  ...createSuppressionSchema.parse({
    match: {
      fingerprint,
      issueGroup: `grp_${'a'.repeat(16)}_problem`,
      rule: longest(axeRules.map(({ ruleId }) => ruleId)),
      selector,
      page: glob,
    },
    reason,
    expiresAt: time,
  }),
  suppressionId: createId('supp', now),
  accountId,
  siteId,
  author: { keyId, name: keyName },
  createdAt: time,
  updatedAt: time,
};
const pages = Array.from({ length: PAGES_LENGTH_MAX / URL_LENGTH_MAX }, () => url);
const globs = Array.from({ length: 20 }, () => glob);
const site: Site = {
  ...createSiteSchema.parse({
    name: siteName,
    labels,
    mainBranch: branch,
    url,
    pages,
    origins: Array.from({ length: 20 }, () => `https://${'a'.repeat(60)}.${'a'.repeat(60)}.example.com`),
    includeUrls: globs,
    excludeUrls: globs,
    sourcePaths,
  }),
  siteId,
  accountId,
  credentials: {
    origin,
    // With the members that a cookie has by default, as base64.
    sealed: {
      key: 'a'.repeat(300),
      nonce: 'a'.repeat(16),
      text: 'a'.repeat(CREDENTIALS_BYTES_MAX * 1.5),
      tag: 'a'.repeat(24),
    },
    headers: 20,
    cookies: 50,
    basic: true,
    setAt: time,
  },
  createdAt: time,
  updatedAt: time,
};
const start: ScanStart = {
  startUrls: [url, ...pages],
  sourcePaths,
  settings: {
    ...scanSettingsDefault,
    crawl: { ...scanSettingsDefault.crawl, includeUrls: globs, excludeUrls: globs },
    page: { ...scanSettingsDefault.page, includeSelectors: config.includeSelectors ?? [] },
  },
};
const reference: Reference = {
  baseline: { scanId, branch, createdAt: time, chosenBy: 'site' },
  whyNone: null,
  comparableKey,
  carriesOn: scanId,
  marks: Array.from({ length: SELECTOR_SUPPRESSIONS_MAX }, () => selector),
};
const point: TrendPoint = trendPointSchema.parse({
  scanId,
  createdAt: time,
  branch,
  commit,
  comparableKey,
  violations: {
    elements: COUNT,
    byImpact: { critical: COUNT, serious: COUNT, moderate: COUNT, minor: COUNT },
  },
  needsReview: COUNT,
  suppressed: COUNT,
  new: COUNT,
  regressed: COUNT,
  fixed: COUNT,
  issueGroups: COUNT,
  pages: { attempted: 1_000, scanned: 1_000 },
  gate: 'inconclusive',
  inconclusiveReasons: undecidedReasons,
  engines: Array.from({ length: 5 }, () => ({ axe: '4.14.100', browser: 'Chrome/153.0.7900.1000' })),
});

/** Markup and advice as reports show them, and three pages, in an event. */
const group: EventGroup = {
  id: `grp_${'a'.repeat(16)}_problem`,
  ruleId: 'scrollable-region-focusable',
  help: 'a'.repeat(100),
  impact: 'critical',
  elements: COUNT,
  pages: 1_000,
  pageUrls: [url],
  element: { selector: text(300), html: text(300) },
  howToFix: text(300),
  successCriteria: ['1.4.3', '2.4.4', '4.1.2'],
  links: { dashboard: `https://${'a'.repeat(300)}`, api: `https://${'a'.repeat(300)}` },
};
const byImpact = { critical: COUNT, serious: COUNT, moderate: COUNT, minor: COUNT };
const eventOf = (type: EventType): AlertEvent => {
  const data = { accountId, site: { id: siteId, name: siteName, url }, total: COUNT, byImpact };
  return {
    eventId: createId('event', now),
    type,
    timestamp: time,
    siteId,
    data: { ...data, ...listEventGroups(Array(50).fill(group), data) },
    audience: { branch, isSiteResult: true, isOfSite: true, isLate: false },
  };
};
const sealed = {
  sealed: { key: 'a'.repeat(300), nonce: 'a'.repeat(16), text: 'a'.repeat(700), tag: 'a'.repeat(24) },
};
const alertId = createId('alert', now);
const alert: Alert = {
  alertId,
  accountId,
  name: keyName,
  sites: { ids: Array(100).fill(siteId) },
  events: [...alertEvents],
  impact: 'moderate',
  branches: Array(20).fill(branch),
  channel: { kind: 'slack', url: sealed },
  delivery: { every: 'week', on: [...weekdays], at: '08:00', timeZone: 'a'.repeat(64) },
  setBy: { personId },
  digestAt: time,
  digest: { at: time, eventIds: Array(DIGEST_EVENTS_MAX).fill(createId('event', now)) },
  createdAt: time,
  updatedAt: time,
};
const digest = buildDigestMessage(
  Array.from({ length: 20 }, () => eventOf('issues.new')),
  { impact: 'minor', name: keyName, every: 'week' },
  { text: 'Show the sites', url },
  { reason: text(200), settings: { text: 'Change', url } },
);
const webhookId = createId('webhook', now);

/** The largest item of every key; null if no schema limits it. */
const largest: Record<keyof typeof itemKeys, object | null> = {
  account: {
    ...itemKeys.account(accountId),
    accountId,
    name: text(100),
    cursorSecret: 'a'.repeat(43),
    createdAt: time,
    unfinishedScans: COUNT,
    unfinishedHigh: COUNT,
    sites: COUNT,
    apiKeys: COUNT,
    alerts: COUNT,
    webhooks: COUNT,
    sharing: 'forbidden',
    sharingEndedAt: time,
    deletedAt: time,
  },
  accountEntry: { ...itemKeys.accountEntry(accountId), accountId, name: text(100), createdAt: time },
  accountAdmins: { ...itemKeys.accountAdmins(accountId), admins: COUNT, members: COUNT },
  accountInvitations: {
    ...itemKeys.accountInvitations(accountId),
    invitations: Object.fromEntries(
      Array.from({ length: OPEN_INVITATIONS_MAX }, () => [createId('invite', now), time]),
    ),
    version: COUNT,
  },
  accountMonth: { ...itemKeys.accountMonth(accountId, '2026-11'), scans: COUNT, pages: COUNT },
  site: { ...itemKeys.site(accountId, siteId), ...site },
  siteEntry: {
    ...itemKeys.siteEntry(accountId, siteId),
    ...buildSiteFacts({ ...site, url: `${origin}/` }),
    mainBranchDigest: digestBranch(branch),
    last: toLastScan({ ...scan, status: 'failed', failure: longest(scanFailureCodes) as ScanFailure }),
    result: toSiteResult(scan, scan.summary as ScanSummary),
  },
  key: {
    ...itemKeys.key(keyId),
    ...key,
    gsi1pk: indexKeys.keysOfAccount(accountId),
    gsi1sk: keyId,
    gsi2pk: indexKeys.keysOfCreator(accountId, personId),
    gsi2sk: keyId,
    ...buildDueKeys(keyId, time, 'key-expiry'),
  },
  keyDay: {
    ...itemKeys.keyDay(keyId, '2026-11-21'),
    previousLastUsedAt: time,
    requests: COUNT,
    scans: COUNT,
    pages: COUNT,
    minute: time.slice(0, 16),
    minuteRequests: COUNT,
    lastUsedAt: time,
    lastRequest: 'a'.repeat(36),
  },
  refusals: {
    ...itemKeys.refusals(keyId, time, 'site-not-found-or-so'),
    refusals: COUNT,
    ttl: now.getTime() / 1000 + REFUSALS_RETENTION_DAYS * 86_400,
  },
  person: {
    ...itemKeys.person(personId),
    personId,
    name: longestOf(personNameSchema),
    email,
    createdAt: time,
    sessionsEndedAt: time,
  },
  membership: {
    ...itemKeys.membership(personId, accountId),
    accountId,
    personId,
    role: 'manager',
    siteIds: Array.from({ length: 25 }, () => siteId),
    joinedAt: time,
    roleChangedAt: time,
    invitedBy: personId,
    gsi1pk: indexKeys.membersOfAccount(accountId),
    gsi1sk: personId,
  },
  personDay: {
    ...itemKeys.personDay(personId, accountId, '2026-11-21'),
    gsi1pk: indexKeys.personDaysOfAccount(accountId),
    gsi1sk: `2026-11-21#${personId}`,
    requests: COUNT,
    scans: COUNT,
    pages: COUNT,
    minute: time.slice(0, 16),
    minuteRequests: COUNT,
    lastUsedAt: time,
    lastRequest: 'a'.repeat(36),
  },
  signInRefusals: {
    ...itemKeys.signInRefusals(time, 'sign-in-not-renewed'),
    refusals: COUNT,
    ttl: now.getTime() / 1000 + REFUSALS_RETENTION_DAYS * 86_400,
  },
  identity: { ...itemKeys.identity(hash), personId },
  invitation: {
    ...itemKeys.invitation(createId('invite', now)),
    invitationId: createId('invite', now),
    accountId,
    email,
    role: 'manager',
    siteIds: Array.from({ length: 25 }, () => siteId),
    tokenHash: hash,
    invitedBy: personId,
    createdAt: time,
    sentAt: time,
    expiresAt: time,
    ttl: now.getTime() / 1000,
  },
  mailSettings: {
    ...itemKeys.mailSettings(personId, accountId),
    alerts: false,
    digests: false,
    secret: 's'.repeat(43),
  },
  sharedReport: buildSharedReportItem({
    shareId: createId('share', now),
    accountId,
    siteId,
    siteName,
    scanId,
    revision: 'a'.repeat(64),
    tokenHash: hash,
    note: text(NOTE_LENGTH_MAX),
    createdBy: { personId, name: longestOf(personNameSchema) },
    createdAt: time,
    expiresAt: time,
    reportKeptUntil: time,
    lastOpenedOn: '2026-11-21',
  }),
  session: {
    ...itemKeys.session(hash),
    sessionId: createId('session', now),
    personId,
    email,
    createdAt: time,
    lastSeenAt: time,
    signedInAt: time,
    endsAt: time,
    browser: 'a'.repeat(60),
    gsi1pk: indexKeys.sessionsOfPerson(personId),
    gsi1sk: createId('session', now),
    ttl: now.getTime() / 1000,
  },
  scan: { ...buildScanItem(scan, now), deferralsInVain: 12, deferralsSince: 1_000 },
  start: { ...itemKeys.start(scanId), ...start },
  reference: { ...itemKeys.reference(scanId), ...reference },
  siteDiscovery: null,
  page: buildPageItem({
    scanId,
    pageId,
    url,
    depth: 100,
    position: 1_000,
    state: 'done',
    attempts: 2,
    sends: 40,
    outcome: 'off-site-redirect',
    detail,
    movedTo: { pageId, origin },
    resultKey: `results/${accountId}/${scanId}/${pageId}/2-${'a'.repeat(64)}.json`,
    chunkId,
    chunkIds: new Set(Array.from({ length: 40 }, () => createId('chunk', now))),
    begunIn: chunkId,
    interruptions: 9,
    deferrals: 3,
    leaseUntil: time,
  }),
  links: null,
  unsentChunk: null,
  hostSlot: { ...itemKeys.hostSlot(host, 10), place: 10, chunkId, accountId, until: time, ttl: COUNT },
  hostPause: {
    ...itemKeys.hostPause(host, accountId),
    accountId,
    until: time,
    reportedAt: time,
    ttl: now.getTime() / 1000,
  },
  hostAccount: { ...itemKeys.hostAccount(host, accountId), claims: COUNT, ttl: now.getTime() / 1000 },
  waitingScan: {
    ...itemKeys.waitingScan(host, scanId),
    scanId,
    accountId,
    priority: 'normal',
    ttl: now.getTime() / 1000,
  },
  latestOfBranch: { ...itemKeys.latestOfBranch(siteId, comparableKey, hash), ...latest, ...renewed },
  latestOfSite: { ...itemKeys.latestOfSite(siteId, comparableKey), ...latest },
  baselines: {
    ...itemKeys.baselines(siteId, comparableKey, hash),
    siteId,
    comparableKey,
    branch,
    accountId,
    line,
    version: COUNT,
    ...renewed,
  },
  trendPoint: { ...itemKeys.trendPoint(siteId, scanId), accountId, point },
  comparable: {
    ...itemKeys.comparable(siteId, comparableKey),
    accountId,
    conditions: buildComparableConditions(comparableKey, config.rules, {
      ...start.settings,
      page: {
        ...start.settings.page,
        includeSelectors: [selector, `${selector}a`, `${selector}b`, `${selector}c`],
      },
    }),
  },
  suppression: { ...itemKeys.suppression(siteId, suppression.suppressionId), ...suppression },
  suppressionCount: { ...itemKeys.suppressionCount(siteId), held: 200, heldSelectors: 50 },
  schedule: {
    ...itemKeys.schedule(siteId),
    ...buildDueKeys(siteId, time, 'schedule'),
    scheduleId: createId('schedule', now),
    accountId,
    siteId,
    body: {
      every: 'month',
      on: Array.from({ length: 31 }, (_, day) => day + 1),
      at: '06:00',
      timeZone: 'a'.repeat(64),
      withinMinutes: 720,
      config,
    },
    planned: time,
    attemptAt: time,
    pausedAt: time,
    runs: Array.from({ length: RUNS_MAX }, () => ({
      planned: time,
      at: time,
      scanId,
      skipped: 'scan-unfinished',
      detail: text(RUN_DETAIL_LENGTH_MAX),
    })),
    author: { keyId, name: keyName },
    createdAt: time,
    updatedAt: time,
  },
  decision: { ...itemKeys.decision(siteId, fingerprint), ...decision },
  decisionCount: { ...itemKeys.decisionCount(siteId), held: 2_000 },
  alertState: {
    ...itemKeys.alertState(siteId, 'a'.repeat(16)),
    version: COUNT,
    newest: { createdAt: time, finishedAt: time, scanId },
    engine: 'a'.repeat(100),
    lines: Array.from({ length: 20 }, () => ({
      line: 'a'.repeat(16),
      comparableKey,
      engine: 'a'.repeat(100),
      scanId,
      revision: 'a'.repeat(64),
    })),
    gates: Array.from({ length: 20 }, () => ({ gate: 'a'.repeat(16), state: 'failed-at-first' })),
    isUnreachable: true,
    groups: Array.from({ length: 2_000 }, () => ({
      id: `grp_${'a'.repeat(16)}`,
      state: 'fixed',
      line: 'a'.repeat(16),
      at: time,
    })),
  },
  outboxEntry: {
    ...itemKeys.outboxEntry(createId('outbox', now)),
    entryId: createId('outbox', now),
    accountId,
    cause: { kind: 'scan-ended', scanId, siteId },
    at: time,
    correlationId: 'a'.repeat(200),
    events: [eventOf('issues.new'), eventOf('issues.regressed'), eventOf('issues.fixed')],
    ...buildDueKeys(createId('outbox', now), time, 'outbox'),
    gsi4pk: indexKeys.messagesOf(siteId),
    gsi4sk: createId('outbox', now),
    ttl: now.getTime() / 1000,
  },
  alert: buildAlertItem(alert),
  digestEntry: {
    ...itemKeys.digestEntry(alertId, createId('event', now)),
    event: eventOf('issues.new'),
    gsi4pk: indexKeys.messagesOf(siteId),
    gsi4sk: createId('event', now),
    ttl: now.getTime() / 1000,
  },
  webhook: buildWebhookItem({
    webhookId,
    accountId,
    url,
    events: Object.keys(eventTypes) as EventType[],
    siteIds: Array(100).fill(siteId),
    description: text(200),
    secret: sealed,
    previousSecret: { secret: sealed, until: time },
    disabled: { at: time, reason: 'on-request' },
    createdBy: { keyId, name: keyName },
    createdAt: time,
    updatedAt: time,
  }),
  delivery: buildDeliveryItem({
    deliveryId: createId('delivery', now),
    accountId,
    siteId,
    channel: { kind: 'slack', alertId },
    content: { kind: 'message', eventId: createId('event', now), type: 'digest', message: digest },
    state: 'pending',
    attempts: Array.from({ length: ATTEMPTS_KEPT }, () => ({
      at: time,
      durationMs: 15_000,
      requestHeaders: { 'content-type': 'application/json', 'user-agent': 'a'.repeat(100) },
      status: 500,
      response: 'a'.repeat(RESPONSE_BYTES_KEPT),
      failure: text(100),
    })),
    attemptCount: ATTEMPTS_KEPT,
    attemptsSinceRequest: ATTEMPTS_KEPT,
    nextAttemptAt: time,
    createdAt: time,
    requestedAt: time,
    correlationId: 'a'.repeat(200),
  }),
  deliveryTarget: {
    ...itemKeys.deliveryTarget(webhookId),
    holder: 'a'.repeat(36),
    heldUntil: time,
    waiting: createId('delivery', now),
    failures: COUNT,
    failingSince: time,
    isSlow: true,
    ttl: now.getTime() / 1000,
  },
  accountInvited: { ...itemKeys.accountInvited(accountId, '2026-11-27'), mails: COUNT, ttl: 2_000_000_000 },
  senderInvited: { ...itemKeys.senderInvited(personId, '2026-11-27'), mails: COUNT, ttl: 2_000_000_000 },
  invitedAddress: { ...itemKeys.invitedAddress(hash, '2026-11-27'), mails: COUNT, ttl: 2_000_000_000 },
  stoppedAddress: {
    ...itemKeys.stoppedAddress(hash),
    reason: 'bounce',
    at: time,
    startedAgainAt: time,
    ttl: 2_000_000_000,
  },
  deletion: {
    ...itemKeys.deletion(siteId),
    gsi3pk: indexKeys.deletions(),
    gsi3sk: time,
    accountId,
    siteId,
    by: personId,
    requestId: 'a'.repeat(36),
    deletedAt: time,
    passes: 3,
    after: scanId,
  },
  idempotency: {
    ...itemKeys.idempotency(accountId, siteId, hash),
    bodyHash: hash,
    scanId,
    ttl: now.getTime() / 1000,
  },
};

const rows = readRows('docs/data-model.md', 'key', 'pk', 'sk', 'item', 'size and number');
const sizes = rows.map(([name = '', , , , size = '']) => ({ name: name.replaceAll('`', ''), size }));

function longest(texts: readonly string[]): string {
  return texts.reduce((one, other) => (other.length > one.length ? other : one));
}

/** Returns the bytes that a text such as `8 KB; one for each site` begins with. */
function statedBytes(size: string): number {
  const [, number, unit] = /^([\d,]+) (B|KB)\b/.exec(size) ?? [];
  return Number(number?.replaceAll(',', '')) * (unit === 'KB' ? 1_024 : 1);
}

describe('docs/data-model.md', () => {
  it('states a size of each item, three of which are limits of compressed texts and messages', () => {
    for (const { name, size } of sizes) expect(statedBytes(size), name).toBeGreaterThan(0);
    const limits = sizes.filter(({ name }) => largest[name as keyof typeof largest] === null);
    expect(limits.map(({ name }) => name)).toEqual(['siteDiscovery', 'links', 'unsentChunk']);
  });

  const built = sizes.filter(({ name }) => largest[name as keyof typeof largest] !== null);
  it.each(built)('states a size of $name that its largest item does not exceed', ({ name, size }) => {
    const item = largest[name as keyof typeof largest];
    if (item === undefined || item === null) throw new Error(`there is no largest ${name}`);
    const bytes = itemSize(item);
    expect(bytes).toBeLessThanOrEqual(statedBytes(size));
    // A figure that is far too high would be useless.
    expect(bytes * 3).toBeGreaterThan(statedBytes(size));
  });

  it('states what one completed scan adds to the partition of its site', () => {
    const first: BaselineLine = { ...line, passed: asked.slice(0, 1), open: [] };
    const { comparable, latestOfBranch, latestOfSite, trendPoint, baselines } = largest;
    const ofFirst = { ...baselines, line: first };
    const added = [comparable, latestOfBranch, latestOfSite, trendPoint, ofFirst, ofFirst];
    const bytes = added.reduce((sum, item) => sum + itemSize(item ?? {}), 0);

    expect(readDocument('docs/data-model.md')).toContain('One scan adds 20 KB at most');
    expect(bytes).toBeLessThanOrEqual(20 * 1_024);
    expect(10 * 1_024 ** 3).toBeGreaterThan(500_000 * 20 * 1_024);
  });
});
