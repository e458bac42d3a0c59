import type { EventType, TEST_EVENT_TYPE } from '../../../core/alerts/event.ts';
import type { AlertEventType } from '../../api/types.ts';

export interface EventText {
  name: string;
  meaning: string;
}

/** The events that an alert can be about, in the order of the fields. */
export const alertEventsText = {
  'issues.new': {
    name: 'New problems',
    meaning: 'A scan found issue groups that the site did not have before. The first scan gives a summary.',
  },
  'issues.regressed': {
    name: 'Problems that came back',
    meaning: 'A scan found issue groups again that had been fixed.',
  },
  'issues.fixed': { name: 'Fixed problems', meaning: 'A scan found that issue groups are fixed.' },
  'gate.failed': {
    name: 'Gate failed',
    meaning: 'The gate of a scan failed, and that of the scan before did not.',
  },
  'gate.recovered': {
    name: 'Gate passes again',
    meaning: 'The gate of a scan passed, and had failed before.',
  },
  'site.unreachable': {
    name: 'Site not reachable',
    meaning: 'A scan could test no page. It is reported once, until a scan can test a page again.',
  },
  'scan.completed': { name: 'Scan completed', meaning: 'The report of a scan is ready.' },
  'scan.failed': { name: 'Scan failed', meaning: 'A scan ended without a result.' },
  'schedule.paused': {
    name: 'Schedule paused',
    meaning: 'A site is no longer scanned by itself, because its last scans could test no page.',
  },
} satisfies Record<AlertEventType, EventText>;

/** The events that an endpoint of webhooks can get, in the order of the fields. */
export const eventsText: Readonly<Record<EventType, EventText>> = {
  ...alertEventsText,
  'scan.cancelled': { name: 'Scan cancelled', meaning: 'A person or a program cancelled a scan.' },
  'rules.changed': {
    name: 'Rules changed',
    meaning:
      'The rules or the settings of a scan, or the engine of the service, changed, so that no problem counts as new.',
  },
  'key.expiring': {
    name: 'API key expires',
    meaning: 'An API key expires in 14 or 3 days, or has expired.',
  },
  'member.invited': { name: 'Person invited', meaning: 'A person was invited to the account.' },
  'webhook.changed': {
    name: 'Webhook changed',
    meaning: 'An endpoint of webhooks was created or changed.',
  },
  'webhook.disabled': {
    name: 'Webhook disabled',
    meaning: 'An endpoint of webhooks was disabled, because it is gone or failed for five days.',
  },
  'alert.disabled': {
    name: 'Alert disabled',
    meaning: 'An alert was disabled, because its channel in Slack is gone, or took no message for five days.',
  },
};

/** The name of the event that a test sends. */
const testNames = { 'webhook.test': 'Test event' } satisfies Record<typeof TEST_EVENT_TYPE, string>;

/** The names of all types of events that deliveries can have, by type. */
export const eventNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(eventsText).map(([type, { name }]) => [type, name])),
  ...testNames,
};
