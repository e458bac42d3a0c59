import type { SentEventType } from '../alerts/event.ts';
import type { EventData, EventGroup } from '../alerts/event-schemas.ts';
import { exampleScan, exampleSite } from './examples.ts';
import { exampleKey } from './people-examples.ts';

/** Examples of the data of each event in the OpenAPI document. */

const ORIGIN = 'https://scan.example.com';
const ACCOUNT_ID = 'acct_01k6zq0v5e8m2n4p6r7s9t0w1y';
const API = `${ORIGIN}/api/v1`;

const linksTo = (screen: string, call = screen) => ({
  dashboard: `${ORIGIN}${screen}?account=${ACCOUNT_ID}`,
  api: `${API}${call}`,
});

const ofAccount = { accountId: ACCOUNT_ID };
const site = { id: exampleSite.id, name: exampleSite.name, url: exampleSite.url };
const ofScan = {
  ...ofAccount,
  site,
  scan: {
    id: exampleScan.id,
    status: 'completed' as const,
    branch: 'main',
    commit: '9f2c1e7',
    isSiteResult: true,
    createdAt: '2026-03-02T09:20:00.000Z',
    finishedAt: '2026-03-02T09:21:30.000Z',
  },
  links: linksTo(`/scans/${exampleScan.id}`),
};

const group: EventGroup = {
  id: 'grp_0f6f0c0f6a113c1e',
  ruleId: 'image-alt',
  help: 'Images must have alternative text',
  impact: 'critical',
  elements: 3,
  pages: 2,
  pageUrls: ['https://shop.example/', 'https://shop.example/sale'],
  element: { selector: 'img.hero', html: '<img class="hero" src="/hero.jpg">' },
  howToFix: 'Add an alt attribute that describes the image; alt="" if it is decorative.',
  successCriteria: ['1.1.1'],
  links: {
    dashboard: `${ORIGIN}/scans/${exampleScan.id}?account=${ACCOUNT_ID}&tab=violations&group=grp_0f6f0c0f6a113c1e`,
    api: `${API}/scans/${exampleScan.id}/findings?issueGroup=grp_0f6f0c0f6a113c1e`,
  },
};
const byImpact = { critical: 1, serious: 0, moderate: 0, minor: 0 };
const ofGroups = { ...ofScan, total: 1, byImpact, groups: [group] };
const failed = { ...ofScan, scan: { ...ofScan.scan, status: 'failed' as const } };
const webhook = {
  id: 'webhook_01k6zq5v5e8m2n4p6r7s9t0w1y',
  url: 'https://hooks.example.com/accessibility',
  events: ['issues.new'],
};
const webhookLinks = linksTo(`/settings/webhooks/${webhook.id}`, `/webhooks/${webhook.id}`);

export const exampleEventData: { readonly [Type in SentEventType]: EventData<Type> } = {
  'scan.completed': {
    ...ofScan,
    isFirst: false,
    gate: 'failed',
    issueGroups: 4,
    issueGroupsByImpact: { critical: 1, serious: 2, moderate: 1, minor: 0 },
    new: 3,
    fixed: 1,
    pages: { attempted: 12, scanned: 12, notJudged: 0 },
    groups: [],
  },
  'scan.failed': {
    ...failed,
    failure: { code: 'no-page-scanned', reason: 'No page of the scan could be scanned.' },
  },
  'scan.cancelled': {
    ...ofScan,
    scan: { ...ofScan.scan, status: 'cancelled' },
    reason: 'The scan was cancelled on request.',
  },
  'issues.new': ofGroups,
  'issues.regressed': ofGroups,
  'issues.fixed': ofGroups,
  'rules.changed': { ...ofGroups, change: 'engine' },
  'gate.failed': { ...ofScan, reasons: ['3 new findings of at least serious impact.'] },
  'gate.recovered': ofScan,
  'site.unreachable': { ...failed, reason: 'The server answered 503 Service Unavailable.' },
  'schedule.paused': { ...ofAccount, site, links: linksTo(`/sites/${site.id}`) },
  'key.expiring': {
    ...ofAccount,
    key: { id: exampleKey.keyId, name: exampleKey.name, expiresAt: exampleKey.expiresAt },
    days: 14,
    links: linksTo(`/settings/api-keys/${exampleKey.keyId}`, `/api-keys/${exampleKey.keyId}`),
  },
  'member.invited': {
    ...ofAccount,
    invitation: {
      id: 'invite_01k6zq5v5e8m2n4p6r7s9t0w1y',
      role: 'manager',
      expiresAt: '2026-03-09T09:20:00.000Z',
    },
    links: linksTo('/settings/members', '/invitations'),
  },
  'webhook.changed': {
    ...ofAccount,
    webhook,
    change: 'created',
    changed: [],
    author: { keyId: exampleKey.keyId, name: exampleKey.name },
    links: webhookLinks,
  },
  'alert.disabled': {
    ...ofAccount,
    alert: { id: 'alert_01k6zq5v5e8m2n4p6r7s9t0w1y', name: 'New problems of the shop' },
    links: linksTo(
      '/settings/alerts/alert_01k6zq5v5e8m2n4p6r7s9t0w1y',
      '/alerts/alert_01k6zq5v5e8m2n4p6r7s9t0w1y',
    ),
  },
  'webhook.disabled': {
    ...ofAccount,
    webhook,
    reason: 'every attempt failed for five days',
    links: webhookLinks,
  },
  'webhook.test': { ...ofAccount, webhook, links: webhookLinks },
};
