/**
 * The types of events. Each names what happened, `object.change`, as Standard Webhooks recommends
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#event-types).
 */
export const eventTypes = {
  'scan.completed': 'A scan was completed. Its report is ready.',
  'scan.failed': 'A scan failed.',
  'scan.cancelled': 'A scan was cancelled.',
  'issues.new': 'A scan found issue groups that the site did not have before.',
  'issues.regressed': 'A scan found issue groups again that had been fixed.',
  'issues.fixed': 'A scan found that issue groups are fixed.',
  'rules.changed':
    'The rules or the engine changed, so that the findings of a scan cannot be compared with those before. No issue group counts as new.',
  'gate.failed': 'The gate of a scan failed, and that of the scan before did not.',
  'gate.recovered': 'The gate of a scan passed, and had failed before.',
  'site.unreachable': 'A scan judged no page of a site. Reported once, until a scan judges a page again.',
  'schedule.paused': 'A schedule was paused, because its scans judged no page.',
  'key.expiring': 'An API key expires in 14 or 3 days, or has expired.',
  'member.invited': 'A person was invited to the account.',
  'webhook.changed': 'An endpoint of webhooks was created or changed.',
  'alert.disabled':
    'An alert was disabled, because its channel in Slack is gone, or took no message for five days.',
  'webhook.disabled': 'An endpoint of webhooks was disabled, because it is gone or failed for five days.',
} as const;
export type EventType = keyof typeof eventTypes;

/** Type of the event that a test of an endpoint sends. Nothing else causes it, so no endpoint subscribes to it. */
export const TEST_EVENT_TYPE = 'webhook.test';

/** The types of all events that endpoints get. */
export const sentEventTypes = {
  ...eventTypes,
  [TEST_EVENT_TYPE]: 'A caller tests an endpoint. Only this endpoint gets it.',
} as const;
export type SentEventType = keyof typeof sentEventTypes;

/** Maximum size of an event in bytes of its JSON. What does not fit is replaced by a link. */
export const EVENT_BYTES_MAX = 20_000;

/** An event as it is delivered; `core/alerts/event-schemas.ts` has the schema of each type. */
export interface AlertEvent {
  /** Derived from the outbox entry and the type, so that the same event always has the same id. */
  eventId: string;
  type: EventType;
  /** When it happened, RFC 3339 UTC. */
  timestamp: string;
  /** The site that it is about; null if it is about the account. */
  siteId: string | null;
  data: Record<string, unknown>;
  /** Which scan it is about, for alerts; absent if it is about no scan. It is not delivered. */
  audience?: {
    branch: string | null;
    /** See `isSiteResult`. */
    isSiteResult: boolean;
    /** False for a scan of a pull request, of another address, or of a part of the site, which alert nobody. */
    isOfSite: boolean;
    /** Whether alerts hear nothing of it, because a newer scan ended before. */
    isLate: boolean;
  };
}
