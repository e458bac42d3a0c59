import type { Entered } from '../../api/calls.ts';
import type { Alert } from '../../api/types.ts';
import { formatLines, parseLines } from '../../parts/lines.ts';
import { getTimeZone } from '../../text/dates.ts';

/** What a person enters to set an alert, without the URL of its channel, which is a secret. */
export interface AlertValues {
  name: string;
  events: string[];
  impact: string;
  /** `all`, `ids` or `labels`. */
  sites: string;
  siteIds: string[];
  labels: string[];
  /** `main` or `names`. */
  branches: string;
  branchNames: string;
  channel: string;
  people: string[];
  every: string;
  weekDays: string[];
  at: string;
  timeZone: string;
}

/** Returns what the fields of a new alert show at first. @param self id of the person who creates it */
export function createAlertValues(self: string): AlertValues {
  return {
    name: '',
    events: ['issues.new', 'issues.regressed', 'site.unreachable', 'schedule.paused'],
    impact: 'serious',
    sites: 'all',
    siteIds: [],
    labels: [],
    branches: 'main',
    branchNames: '',
    channel: 'mail',
    people: [self],
    every: 'event',
    weekDays: ['monday'],
    at: '08:00',
    timeZone: getTimeZone(),
  };
}

/** Returns what the fields of an alert show at first. @param self id of the person who changes it */
export function toAlertValues(alert: Alert, self: string): AlertValues {
  const { name, events, impact, sites, branches, channel, delivery } = alert;
  return {
    ...createAlertValues(self),
    name,
    events: [...events],
    impact,
    ...(sites === 'all'
      ? { sites }
      : 'ids' in sites
        ? { sites: 'ids', siteIds: sites.ids }
        : { sites: 'labels', labels: sites.labels }),
    ...(branches === 'main' ? { branches } : { branches: 'names', branchNames: formatLines(branches) }),
    channel: channel.kind,
    ...(channel.kind === 'mail' ? { people: channel.people.map(({ personId }) => personId) } : {}),
    every: delivery.every,
    ...(delivery.every === 'event' ? {} : { at: delivery.at, timeZone: delivery.timeZone }),
    ...(delivery.every === 'week' ? { weekDays: [...delivery.on] } : {}),
  };
}

/**
 * Returns the body to send. The service validates it.
 * @param slackUrl empty to keep the URL that is stored
 * @param before the alert as it is; undefined for a new one
 */
export function toAlertBody(values: AlertValues, slackUrl: string, before: Alert | undefined): Entered {
  const { name, events, impact, sites, branches, every, at, timeZone } = values;
  const time = { at, timeZone: timeZone.trim() };
  const isKept = values.channel === 'slack' && before?.channel.kind === 'slack' && slackUrl === '';
  return {
    name,
    events,
    impact,
    sites: sites === 'all' ? sites : sites === 'ids' ? { ids: values.siteIds } : { labels: values.labels },
    branches: branches === 'main' ? branches : parseLines(values.branchNames),
    ...(isKept ? {} : { channel: toChannel(values, slackUrl) }),
    delivery:
      every === 'event'
        ? { every }
        : every === 'week'
          ? { every, on: values.weekDays, ...time }
          : { every, ...time },
  };
}

function toChannel({ channel, people }: AlertValues, slackUrl: string): Entered {
  return channel === 'slack' ? { kind: channel, url: slackUrl.trim() } : { kind: channel, people };
}
