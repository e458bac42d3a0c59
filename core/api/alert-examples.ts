import type { AlertView } from '../alerts/alert.ts';
import type { AlertPreview } from '../alerts/alert-preview.ts';
import { exampleScan, exampleSite } from './examples.ts';
import { exampleMember } from './people-examples.ts';

/** Examples of responses about alerts in the OpenAPI document. */

const examplePerson = { personId: exampleMember.personId, name: exampleMember.name };

export const exampleAlert: AlertView = {
  id: 'alert_01k6zq5v5e8m2n4p6r7s9t0w1y',
  name: 'New problems of the shop',
  sites: { ids: [exampleSite.id] },
  events: ['issues.new', 'issues.regressed', 'site.unreachable'],
  impact: 'serious',
  branches: 'main',
  channel: { kind: 'mail', people: [examplePerson] },
  delivery: { every: 'event' },
  nextDigestAt: null,
  state: 'active',
  failingSince: null,
  setBy: examplePerson,
  createdAt: '2026-03-02T09:30:00.000Z',
  updatedAt: '2026-03-02T09:30:00.000Z',
};

const DASHBOARD = 'https://scan.example.com';
const ACCOUNT = 'account=acct_01k6zq0v5e8m2n4p6r7s9t0w1y';
const scanUrl = `${DASHBOARD}/scans/${exampleScan.id}?${ACCOUNT}`;

export const exampleAlertPreview: AlertPreview = {
  scanId: exampleScan.id,
  messages: [
    {
      title: `1 new problem: ${exampleSite.name}`,
      intro: ['The scan of 2 March 2026, 09:20 UTC found a problem that the site did not have before.'],
      sections: [
        {
          heading: 'New',
          entries: [
            {
              title: 'Images must have alternative text',
              link: `${scanUrl}&tab=violations&group=grp_0f6f0c0f6a113c1e`,
              facts: [
                { name: 'Impact', value: 'critical' },
                { name: 'Where', value: '3 elements on 2 pages' },
                { name: 'Element', value: '<img src="/hero.jpg">', isCode: true },
              ],
              remedy: 'Add an alt attribute that describes the image; alt="" if it is decorative.',
            },
          ],
          omitted: 0,
        },
      ],
      action: { text: 'Show the scan', url: scanUrl },
      reason: 'You get this message because of the alert “New problems of the shop”.',
      settings: {
        text: 'Change or delete this alert',
        url: `${DASHBOARD}/settings/alerts/alert_01k6zq5v5e8m2n4p6r7s9t0w1y?${ACCOUNT}`,
      },
    },
  ],
};
