import type { ScanStatus } from '../../core/scans/scan.ts';

/** Prefix of the sort keys of a site's latest scans. */
export const LATEST_PREFIX = 'latest#';

/** Prefix of the sort keys of a person's memberships. */
export const MEMBERSHIP_PREFIX = 'member#';

/** Prefix of the sort keys of a host's pauses. */
export const PAUSE_PREFIX = 'pause#';

/** All keys of the main table. docs/data-model.md describes the content of each item; a test compares the two. */
export const itemKeys = {
  account: (accountId: string) => ({ pk: `account#${accountId}`, sk: 'account' }),
  accountEntry: (accountId: string) => ({ pk: 'accounts', sk: accountId }),
  accountAdmins: (accountId: string) => ({ pk: `account#${accountId}`, sk: 'admins' }),
  accountInvitations: (accountId: string) => ({ pk: `account#${accountId}`, sk: 'invitations' }),
  /** @param day a date of UTC */
  accountInvited: (accountId: string, day: string) => ({ pk: `account#${accountId}`, sk: `invited#${day}` }),
  accountMonth: (accountId: string, month: string) => ({ pk: `account#${accountId}`, sk: `month#${month}` }),
  site: (accountId: string, siteId: string) => ({ pk: `account#${accountId}`, sk: `site#${siteId}` }),
  /** The site's entry in the overview of the account. */
  siteEntry: (accountId: string, siteId: string) => ({ pk: `overview#${accountId}`, sk: `site#${siteId}` }),
  key: (keyId: string) => ({ pk: `key#${keyId}`, sk: 'key' }),
  keyDay: (keyId: string, day: string) => ({ pk: `key#${keyId}`, sk: `day#${day}` }),
  refusals: (keyId: string, hour: string, reason: string) => ({
    pk: `key#${keyId}`,
    sk: `refused#${hour}#${reason}`,
  }),
  person: (personId: string) => ({ pk: `person#${personId}`, sk: 'person' }),
  membership: (personId: string, accountId: string) => ({
    pk: `person#${personId}`,
    sk: `${MEMBERSHIP_PREFIX}${accountId}`,
  }),
  personDay: (personId: string, accountId: string, day: string) => ({
    pk: `person#${personId}`,
    sk: `day#${accountId}#${day}`,
  }),
  /** @param day a date of UTC */
  senderInvited: (personId: string, day: string) => ({ pk: `person#${personId}`, sk: `invited#${day}` }),
  /** Which mails a member wants from an account. */
  mailSettings: (personId: string, accountId: string) => ({
    pk: `person#${personId}`,
    sk: `mail#${accountId}`,
  }),
  signInRefusals: (hour: string, reason: string) => ({ pk: 'sign-in', sk: `refused#${hour}#${reason}` }),
  identity: (identityHash: string) => ({ pk: `identity#${identityHash}`, sk: 'identity' }),
  invitation: (invitationId: string) => ({ pk: `invite#${invitationId}`, sk: 'invite' }),
  session: (sessionHash: string) => ({ pk: `session#${sessionHash}`, sk: 'session' }),
  sharedReport: (shareId: string) => ({ pk: `share#${shareId}`, sk: 'share' }),
  scan: (scanId: string) => ({ pk: `scan#${scanId}`, sk: 'scan' }),
  start: (scanId: string) => ({ pk: `scan#${scanId}`, sk: 'start' }),
  reference: (scanId: string) => ({ pk: `scan#${scanId}`, sk: 'reference' }),
  page: (scanId: string, pageId: string) => ({ pk: `scan#${scanId}`, sk: `page#${pageId}` }),
  siteDiscovery: (scanId: string) => ({ pk: `scan#${scanId}`, sk: 'site' }),
  links: (scanId: string, depth: number, pageId: string) => ({
    pk: `scan#${scanId}`,
    sk: `${buildLinksPrefix(depth)}${pageId}`,
  }),
  hostSlot: (host: string, slot: number) => ({ pk: buildHostPartitionKey(host), sk: `place#${slot}` }),
  hostPause: (host: string, accountId: string) => ({
    pk: buildHostPartitionKey(host),
    sk: `${PAUSE_PREFIX}${accountId}`,
  }),
  hostAccount: (host: string, accountId: string) => ({
    pk: buildHostPartitionKey(host),
    sk: `account#${accountId}`,
  }),
  waitingScan: (host: string, scanId: string) => ({ pk: buildHostPartitionKey(host), sk: `waits#${scanId}` }),
  unsentChunk: (scanId: string, chunkId: string) => ({ pk: `scan#${scanId}`, sk: `unsent#${chunkId}` }),
  /**
   * The key contains a digest of the branch, because a sort key is limited to 1,024 bytes and the name of a branch
   * alone may be that long.
   */
  latestOfBranch: (siteId: string, comparableKey: string, branchHash: string) => ({
    pk: buildSitePartitionKey(siteId),
    sk: `${LATEST_PREFIX}${comparableKey}#branch#${branchHash}`,
  }),
  latestOfSite: (siteId: string, comparableKey: string) => ({
    pk: buildSitePartitionKey(siteId),
    sk: `${LATEST_PREFIX}${comparableKey}#site`,
  }),
  /** @param branchHash undefined for the whole site */
  baselines: (siteId: string, comparableKey: string, branchHash: string | undefined) => ({
    pk: buildSitePartitionKey(siteId),
    sk: `baselines#${comparableKey}#${branchHash === undefined ? 'site' : `branch#${branchHash}`}`,
  }),
  trendPoint: (siteId: string, scanId: string) => ({
    pk: buildSitePartitionKey(siteId),
    sk: `trend#${scanId}`,
  }),
  comparable: (siteId: string, comparableKey: string) => ({
    pk: buildSitePartitionKey(siteId),
    sk: `comparable#${comparableKey}`,
  }),
  suppression: (siteId: string, suppressionId: string) => ({
    pk: buildSitePartitionKey(siteId),
    sk: `suppression#${suppressionId}`,
  }),
  suppressionCount: (siteId: string) => ({ pk: buildSitePartitionKey(siteId), sk: 'suppressions' }),
  schedule: (siteId: string) => ({ pk: buildSitePartitionKey(siteId), sk: 'schedule' }),
  decision: (siteId: string, fingerprint: string) => ({
    pk: buildSitePartitionKey(siteId),
    sk: `decision#${fingerprint}`,
  }),
  decisionCount: (siteId: string) => ({ pk: buildSitePartitionKey(siteId), sk: 'decisions' }),
  /** What is known about a branch of a site, so that people hear of each change once. */
  alertState: (siteId: string, branchHash: string) => ({
    pk: buildSitePartitionKey(siteId),
    sk: `alerts#${branchHash}`,
  }),
  outboxEntry: (entryId: string) => ({ pk: `outbox#${entryId}`, sk: 'outbox' }),
  alert: (alertId: string) => ({ pk: `alert#${alertId}`, sk: 'alert' }),
  /** An event that waits for the digest of an alert. */
  digestEntry: (alertId: string, eventId: string) => ({ pk: `alert#${alertId}`, sk: `event#${eventId}` }),
  webhook: (webhookId: string) => ({ pk: `webhook#${webhookId}`, sk: 'webhook' }),
  delivery: (deliveryId: string) => ({ pk: `delivery#${deliveryId}`, sk: 'delivery' }),
  /** @param targetId id of an endpoint or an alert, to which one request at a time is sent */
  deliveryTarget: (targetId: string) => ({ pk: `target#${targetId}`, sk: 'target' }),
  /** An address that gets no mail any more, because it bounced or complained. */
  stoppedAddress: (emailHash: string) => ({ pk: `address#${emailHash}`, sk: 'stopped' }),
  /** @param day a date of UTC */
  invitedAddress: (emailHash: string, day: string) => ({ pk: `address#${emailHash}`, sk: `invited#${day}` }),
  /** @param targetId a site or a scan, see `getDeletionTarget` */
  deletion: (targetId: string) => ({ pk: `purge#${targetId}`, sk: 'purge' }),
  idempotency: (accountId: string, siteId: string, keyHash: string) => ({
    pk: `idem#${accountId}#${siteId}#${keyHash}`,
    sk: 'idem',
  }),
};

/** Returns the partition key of the slots, pauses and waiting scans of a host. */
export function buildHostPartitionKey(host: string): string {
  return `server#${host}`;
}

/** Returns the partition key of the data stored for a site, other than the site itself. */
export function buildSitePartitionKey(siteId: string): string {
  return `of-site#${siteId}`;
}

/** Returns the prefix of the sort keys of the links found on pages of a depth. */
export const buildLinksPrefix = (depth: number) => `links#${String(depth).padStart(4, '0')}#`;

/** Partition keys of the indexes. */
export const indexKeys = {
  keysOfAccount: (accountId: string) => `keys-of#${accountId}`,
  /** The keys that a person created. */
  keysOfCreator: (accountId: string, personId: string) => `keys-of#${accountId}#${personId}`,
  membersOfAccount: (accountId: string) => `members-of#${accountId}`,
  /** The days on which people acted in an account. */
  personDaysOfAccount: (accountId: string) => `person-days-of#${accountId}`,
  sessionsOfPerson: (personId: string) => `sessions-of#${personId}`,
  sharedReportsOfAccount: (accountId: string) => `shares-of#${accountId}`,
  sharedReportsOfScan: (scanId: string) => `shares-of#${scanId}`,
  scansOfSite: (siteId: string) => `scans-of#${siteId}`,
  scansOfSiteByStatus: (siteId: string, status: ScanStatus) => `scans-of#${siteId}#${status}`,
  alertsOfAccount: (accountId: string) => `alerts-of#${accountId}`,
  webhooksOfAccount: (accountId: string) => `webhooks-of#${accountId}`,
  /** @param targetId id of a webhook, an alert or a person */
  deliveriesTo: (targetId: string) => `deliveries-to#${targetId}`,
  pendingDeliveriesTo: (targetId: string) => `pending-to#${targetId}`,
  /** @param ownerId id of the site that it is about, or of the account: what waits to be reported, or was reported */
  messagesOf: (ownerId: string) => `messages-of#${ownerId}`,
  scansOfAccount: (accountId: string) => `scans-of-account#${accountId}`,
  /** Unsettled scans, which the sweeper checks. They are spread over several partitions to avoid a hot partition. */
  unsettled: (scanId: string) => `unsettled#${scanId.charCodeAt(scanId.length - 1) % UNSETTLED_SHARDS}`,
  unsettledShards: () => Array.from({ length: UNSETTLED_SHARDS }, (_, shard) => `unsettled#${shard}`),
  /**
   * Items of scans that later scans are compared with, so that the retention of their objects is extended; spread over
   * several partitions.
   */
  retentionExtensions: (siteId: string) => `renew#${siteId.charCodeAt(siteId.length - 1) % RETENTION_SHARDS}`,
  retentionExtensionShards: () => Array.from({ length: RETENTION_SHARDS }, (_, shard) => `renew#${shard}`),
  /** Items with something to do at a time, see `core/due/due-kind.ts`; spread over several partitions. */
  due: (id: string) => `due#${id.charCodeAt(id.length - 1) % DUE_SHARDS}`,
  dueShards: () => Array.from({ length: DUE_SHARDS }, (_, shard) => `due#${shard}`),
  /** Pending deliveries, of which there may be very many; spread over several partitions. */
  dueDelivery: (deliveryId: string) =>
    `due-deliveries#${deliveryId.charCodeAt(deliveryId.length - 1) % DUE_DELIVERY_SHARDS}`,
  dueDeliveryShards: () =>
    Array.from({ length: DUE_DELIVERY_SHARDS }, (_, shard) => `due-deliveries#${shard}`),
  /** Deleted sites and scans whose objects are not deleted yet. One partition is enough because they are few. */
  deletions: () => 'purges',
  /** Sort key of open pages in the order of dispatch: by depth, then by position within the depth. */
  openPage: (page: { depth: number; position: number }) =>
    `open#${String(page.depth).padStart(4, '0')}#${String(page.position).padStart(6, '0')}`,
};

const UNSETTLED_SHARDS = 8;
const RETENTION_SHARDS = 4;
const DUE_SHARDS = 8;
const DUE_DELIVERY_SHARDS = 8;

/** Returns the sort key of a person's day in the index of an account. */
export function buildPersonDayName(day: string, personId: string): string {
  return `${day}#${personId}`;
}
