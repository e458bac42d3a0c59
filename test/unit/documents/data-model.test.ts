import { expect, it } from 'vitest';
import { indexKeys, itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { REFUSALS_RETENTION_DAYS } from '../../../adapters/dynamodb/refusals.ts';
import { IDEMPOTENCY_HOURS } from '../../../core/api/call-limits.ts';
import { LISTED_MAX } from '../../../core/comparison/baseline-line.ts';
import { MAX_PAGES_LIMIT } from '../../../core/crawl/crawl-settings.ts';
import { LINKS_LENGTH_MAX, LINKS_PER_PAGE_MAX } from '../../../core/crawl/found-links.ts';
import { ROBOTS_LENGTH_MAX, SITEMAP_URLS_LENGTH_MAX } from '../../../core/crawl/site-discovery.ts';
import { DECISIONS_MAX } from '../../../core/decisions/decision.ts';
import { KNOWN_BYTES_MAX } from '../../../core/scans/pacing.ts';
import { CONFIG_BYTES_MAX } from '../../../core/scans/scan-config.ts';
import { URL_LENGTH_MAX } from '../../../core/sites/url.ts';
import { SELECTOR_SUPPRESSIONS_MAX, SUPPRESSIONS_MAX } from '../../../core/suppressions/suppression.ts';
import { readDocument, readRows, written } from '../../support/documents.ts';

const DOCUMENT = 'docs/data-model.md';
const items = readRows(DOCUMENT, 'key', 'pk', 'sk', 'item', 'size and number');
const indexes = readRows(DOCUMENT, 'index', 'key', 'partition key', 'sort key', 'holds', 'projection');
const code = (text: string) => `\`${text}\``;

/** Every key with the words that the document uses for its parts. */
const keys: Record<keyof typeof itemKeys, { pk: string; sk: string }> = {
  account: itemKeys.account('ACCOUNT'),
  accountEntry: itemKeys.accountEntry('ACCOUNT'),
  accountAdmins: itemKeys.accountAdmins('ACCOUNT'),
  accountInvitations: itemKeys.accountInvitations('ACCOUNT'),
  accountInvited: itemKeys.accountInvited('ACCOUNT', 'DATE'),
  accountMonth: itemKeys.accountMonth('ACCOUNT', 'MONTH'),
  site: itemKeys.site('ACCOUNT', 'SITE'),
  siteEntry: itemKeys.siteEntry('ACCOUNT', 'SITE'),
  key: itemKeys.key('KEYID'),
  keyDay: itemKeys.keyDay('KEYID', 'DAY'),
  refusals: itemKeys.refusals('KEYID', 'HOUR', 'REASON'),
  person: itemKeys.person('PERSON'),
  membership: itemKeys.membership('PERSON', 'ACCOUNT'),
  personDay: itemKeys.personDay('PERSON', 'ACCOUNT', 'DAY'),
  senderInvited: itemKeys.senderInvited('PERSON', 'DATE'),
  mailSettings: itemKeys.mailSettings('PERSON', 'ACCOUNT'),
  signInRefusals: itemKeys.signInRefusals('HOUR', 'REASON'),
  identity: itemKeys.identity('HASH'),
  invitation: itemKeys.invitation('INVITATION'),
  session: itemKeys.session('HASH'),
  sharedReport: itemKeys.sharedReport('SHARE'),
  scan: itemKeys.scan('SCAN'),
  start: itemKeys.start('SCAN'),
  reference: itemKeys.reference('SCAN'),
  page: itemKeys.page('SCAN', 'PAGE'),
  siteDiscovery: itemKeys.siteDiscovery('SCAN'),
  links: itemKeys.links('SCAN', 'DEPTH' as never, 'PAGE'),
  hostSlot: itemKeys.hostSlot('HOST', 'SLOT' as never),
  hostPause: itemKeys.hostPause('HOST', 'ACCOUNT'),
  hostAccount: itemKeys.hostAccount('HOST', 'ACCOUNT'),
  waitingScan: itemKeys.waitingScan('HOST', 'SCAN'),
  unsentChunk: itemKeys.unsentChunk('SCAN', 'CHUNK'),
  latestOfBranch: itemKeys.latestOfBranch('SITE', 'KEY', 'HASH'),
  latestOfSite: itemKeys.latestOfSite('SITE', 'KEY'),
  baselines: itemKeys.baselines('SITE', 'KEY', 'HASH'),
  trendPoint: itemKeys.trendPoint('SITE', 'SCAN'),
  comparable: itemKeys.comparable('SITE', 'KEY'),
  suppression: itemKeys.suppression('SITE', 'SUPPRESSION'),
  suppressionCount: itemKeys.suppressionCount('SITE'),
  schedule: itemKeys.schedule('SITE'),
  decision: itemKeys.decision('SITE', 'FINGERPRINT'),
  decisionCount: itemKeys.decisionCount('SITE'),
  alertState: itemKeys.alertState('SITE', 'HASH'),
  outboxEntry: itemKeys.outboxEntry('ENTRY'),
  alert: itemKeys.alert('ALERT'),
  digestEntry: itemKeys.digestEntry('ALERT', 'EVENT'),
  webhook: itemKeys.webhook('WEBHOOK'),
  delivery: itemKeys.delivery('DELIVERY'),
  deliveryTarget: itemKeys.deliveryTarget('TARGET'),
  invitedAddress: itemKeys.invitedAddress('HASH', 'DATE'),
  stoppedAddress: itemKeys.stoppedAddress('HASH'),
  deletion: itemKeys.deletion('TARGET'),
  idempotency: itemKeys.idempotency('ACCOUNT', 'SITE', 'HASH'),
};

it('has every key of the main table as the code builds it, and no other', () => {
  const documented = items.map(([key, pk, sk]) => [key, pk, sk]);
  const made = Object.entries(keys).map(([key, { pk, sk }]) => [code(key), code(pk), code(sk)]);
  expect(documented.toSorted()).toEqual(made.toSorted());
  expect(Object.keys(keys).sort()).toEqual(Object.keys(itemKeys).sort());
});

it('has every key of the indexes, and the number of shards they are distributed over', () => {
  const { unsettledShards, retentionExtensionShards, dueShards, dueDeliveryShards, ...named } = indexKeys;
  expect(indexes.map(([, key]) => key).toSorted()).toEqual(Object.keys(named).map(code).sort());
  const textOf = (key: string) => indexes.find(([, name]) => name === code(key))?.join(' ');
  expect(textOf('unsettled')).toContain(`${unsettledShards().length} shards`);
  expect(textOf('retentionExtensions')).toContain(`${retentionExtensionShards().length} shards`);
  expect(textOf('due')).toContain(`${dueShards().length} shards`);
  expect(textOf('dueDelivery')).toContain(`${dueDeliveryShards().length} shards`);
  expect(textOf('messagesOf')).toContain(code(indexKeys.messagesOf('TARGET')));
  expect(textOf('alertsOfAccount')).toContain(code(indexKeys.alertsOfAccount('ACCOUNT')));
  expect(textOf('keysOfCreator')).toContain(code(indexKeys.keysOfCreator('ACCOUNT', 'PERSON')));
  expect(textOf('personDaysOfAccount')).toContain(code(indexKeys.personDaysOfAccount('ACCOUNT')));
  expect(textOf('keysOfAccount')).toContain(code(indexKeys.keysOfAccount('ACCOUNT')));
  expect(textOf('membersOfAccount')).toContain(code(indexKeys.membersOfAccount('ACCOUNT')));
  expect(textOf('sessionsOfPerson')).toContain(code(indexKeys.sessionsOfPerson('PERSON')));
  expect(textOf('sharedReportsOfAccount')).toContain(code(indexKeys.sharedReportsOfAccount('ACCOUNT')));
  expect(textOf('sharedReportsOfScan')).toContain(code(indexKeys.sharedReportsOfScan('SCAN')));
  expect(textOf('scansOfAccount')).toContain(code(indexKeys.scansOfAccount('ACCOUNT')));
  expect(textOf('scansOfSite')).toContain(code(indexKeys.scansOfSite('SITE')));
  expect(textOf('scansOfSiteByStatus')).toContain(
    code(indexKeys.scansOfSiteByStatus('SITE', 'STATUS' as never)),
  );
});

it('states the limits of the code', () => {
  const sizeOf = (key: string) => items.find(([name]) => name === code(key))?.at(-1);
  expect(sizeOf('page')).toContain(`${written(MAX_PAGES_LIMIT)} for each scan`);
  expect(sizeOf('suppression')).toContain(
    `${SUPPRESSIONS_MAX} for each site, ${SELECTOR_SUPPRESSIONS_MAX} of them with a selector`,
  );
  expect(sizeOf('decision')).toContain(`${written(DECISIONS_MAX)} for each site`);
  expect(sizeOf('reference')).toContain(`${SELECTOR_SUPPRESSIONS_MAX} selectors of suppressions`);
  expect(sizeOf('refusals')).toContain(`expires after ${REFUSALS_RETENTION_DAYS} days`);
  expect(sizeOf('idempotency')).toContain(`expires after ${IDEMPOTENCY_HOURS} hours`);
  expect(sizeOf('baselines')).toContain(`${LISTED_MAX} scans in each of two lists`);
  expect(sizeOf('siteDiscovery')).toContain(
    `cut to ${written(ROBOTS_LENGTH_MAX + SITEMAP_URLS_LENGTH_MAX)} characters`,
  );
  expect(sizeOf('links')).toContain(`${LINKS_PER_PAGE_MAX} URLs of ${written(LINKS_LENGTH_MAX)} characters`);
  expect(sizeOf('unsentChunk')).toContain(`${written(KNOWN_BYTES_MAX)} characters of known fingerprints`);
  expect(sizeOf('page')).toContain(`a URL of ${written(URL_LENGTH_MAX)} bytes`);
  const scan = items.find(([name]) => name === code('scan'));
  expect(scan?.join()).toContain(`config of at most ${written(CONFIG_BYTES_MAX)} bytes`);
  expect(readDocument(DOCUMENT)).toContain(`only if gates with ${LISTED_MAX} different thresholds`);
});

it('separates everything that grows with scans from the partition of an account', () => {
  const ofAccount = Object.entries(keys).filter(([, { pk }]) => pk === keys.account.pk);
  expect(ofAccount.map(([key]) => key).sort()).toEqual([
    'account',
    'accountAdmins',
    'accountInvitations',
    'accountInvited',
    'accountMonth',
    'site',
  ]);
});
