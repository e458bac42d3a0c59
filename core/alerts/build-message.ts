import { compareImpacts, type Impact } from '../scans/page-result.ts';
import { truncate } from '../text/line.ts';
import { countGroups } from './alert-matching.ts';
import type { AlertEvent, EventType } from './event.ts';
import type { EventData, EventGroup } from './event-schemas.ts';
import type { AlertMessage, MessageEntry, MessageLink, MessageSection } from './message.ts';

/** The header of a message in Slack is not longer. */
const TITLE_LENGTH_MAX = 150;
const NAME_LENGTH_SHOWN = 80;
/** URLs and reasons can be long, and a digest has many of them. */
const TEXT_LENGTH_MAX = 300;
const ENTRIES_MAX = 10;

/** Number of sections of a digest; the rest is counted. */
const DIGEST_SECTIONS_MAX = 20;
const DIGEST_ENTRIES_MAX = 5;

/** Why a recipient gets a message, and where to change that. */
export interface MessageReason {
  reason: string;
  settings: MessageLink | null;
}

/** What a message says of one event. */
interface Part {
  /** What happened, without the site, such as `2 new problems`. */
  headline: string;
  intro: string[];
  sections: MessageSection[];
  /** Smaller is more important. */
  rank: number;
}

/** Events that a message about a site can have, most important first. */
const ranks: readonly EventType[] = [
  'site.unreachable',
  'issues.new',
  'issues.regressed',
  'gate.failed',
  'scan.failed',
  'schedule.paused',
  'rules.changed',
  'gate.recovered',
  'issues.fixed',
  'scan.completed',
];

/**
 * Returns the message about the events of one cause, such as the end of a scan. It is one message, so that people hear
 * once of a scan.
 * @param events at least one, of one site
 * @param impact groups below it are not named
 */
export function buildSiteMessage(
  events: readonly AlertEvent[],
  impact: Impact,
  { reason, settings }: MessageReason,
): AlertMessage {
  const parts = listParts(events, impact, ENTRIES_MAX);
  const [first] = parts;
  const [event] = events;
  if (first === undefined || event === undefined) throw new Error('a message needs an event');
  const { site, links } = event.data as EventData<'schedule.paused'>;
  const more = parts.slice(1).map(({ headline }) => headline);
  return {
    title: buildTitle([first.headline, ...more].slice(0, 2).join(', '), site.name),
    intro: [describeOccasion(event), ...parts.flatMap(({ intro }) => intro)],
    sections: parts.flatMap(({ sections }) => sections),
    action: { text: 'scan' in event.data ? 'Show the scan' : 'Show the site', url: links.dashboard },
    reason,
    settings,
  };
}

/**
 * Returns the message with the events of a day or a week.
 * @param events at least one, of any sites
 * @param action where to see everything
 */
export function buildDigestMessage(
  events: readonly AlertEvent[],
  { impact, name, every }: { impact: Impact; name: string; every: 'day' | 'week' },
  action: MessageLink,
  { reason, settings }: MessageReason,
): AlertMessage {
  const bySite = [...Map.groupBy(events, ({ data }) => (data as EventData<'issues.new'>).site.id).values()];
  const parts = bySite.flatMap((ofSite) => {
    const [first] = ofSite;
    const { site } = (first as AlertEvent).data as EventData<'issues.new'>;
    return listParts(ofSite, impact, DIGEST_ENTRIES_MAX).map((part) => ({ ...part, site: site.name }));
  });
  const mostImportant = new Set(parts.toSorted((a, b) => a.rank - b.rank).slice(0, DIGEST_SECTIONS_MAX));
  const period = every === 'day' ? 'Today' : 'This week';
  const sites = countThings(bySite.length, 'site');
  return {
    title: buildTitle(`${period}: ${sites} with changes`, name),
    intro: [
      `${period === 'Today' ? 'Since yesterday' : 'In the last week'}, scans found changes of ${sites}.`,
      ...(parts.length > mostImportant.size
        ? [`This message shows the ${mostImportant.size} most important of ${parts.length} changes.`]
        : []),
    ],
    sections: parts.filter((part) => mostImportant.has(part)).map((part) => toDigestSection(part, part.site)),
    action,
    reason,
    settings,
  };
}

/** Returns one section with everything that an event says. */
function toDigestSection({ headline, intro, sections }: Part, site: string): MessageSection {
  const heading = `${truncate(site, NAME_LENGTH_SHOWN)}: ${headline}`;
  const { entries, omitted } = sections[0] ?? { entries: [], omitted: 0 };
  return { heading, intro: intro.map((paragraph) => truncate(paragraph, TEXT_LENGTH_MAX)), entries, omitted };
}

function toPlainEntry(title: string): MessageEntry {
  return { title: truncate(title, TEXT_LENGTH_MAX), link: null, facts: [], remedy: null };
}

function listParts(events: readonly AlertEvent[], impact: Impact, entriesMax: number): Part[] {
  return events
    .map((event) => ({ ...describeEvent(event, impact, entriesMax), rank: ranks.indexOf(event.type) }))
    .sort((one, other) => one.rank - other.rank);
}

function describeEvent({ type, data }: AlertEvent, impact: Impact, max: number): Omit<Part, 'rank'> {
  switch (type) {
    case 'issues.new':
      return describeGroups(data as EventData<'issues.new'>, impact, max, {
        headline: (count) => countThings(count, 'new problem'),
        intro: (count) =>
          count === 1
            ? 'The scan found a problem that the site did not have before.'
            : `The scan found ${count} problems that the site did not have before.`,
        heading: 'New',
      });
    case 'issues.regressed':
      return describeGroups(data as EventData<'issues.regressed'>, impact, max, {
        headline: (count) => `${countThings(count, 'problem')} came back`,
        intro: (count) =>
          count === 1
            ? 'The scan found a problem again that had been fixed.'
            : `The scan found ${count} problems again that had been fixed.`,
        heading: 'Came back',
      });
    case 'issues.fixed':
      return describeGroups(data as EventData<'issues.fixed'>, impact, max, {
        headline: (count) => `${countThings(count, 'problem')} fixed`,
        intro: (count) =>
          count === 1
            ? 'A problem that the site had before is fixed.'
            : `${count} problems that the site had before are fixed.`,
        heading: 'Fixed',
        isFixed: true,
      });
    case 'rules.changed': {
      const changed = data as EventData<'rules.changed'>;
      const what =
        changed.change === 'engine'
          ? 'The version of axe-core, of the checks of a11y-scan, or of the browser changed'
          : 'The rules or the settings of the scan changed';
      return describeGroups(changed, impact, max, {
        headline: () => 'The rules changed',
        intro: (count) =>
          `${what}, so this scan cannot be compared with those before. It found ${countThings(count, 'problem')} for the first time, which may have been there before. From the next scan on, you hear of new problems again.`,
        heading: 'Found for the first time',
      });
    }
    case 'scan.completed':
      return describeCompleted(data as EventData<'scan.completed'>, impact, max);
    case 'scan.failed': {
      const { failure } = data as EventData<'scan.failed'>;
      return { headline: 'Scan failed', intro: [`The scan failed. ${failure.reason}`], sections: [] };
    }
    case 'gate.failed': {
      const { reasons } = data as EventData<'gate.failed'>;
      return {
        headline: 'Gate failed',
        intro: ['The gate of the scan failed. That of the scan before did not.'],
        sections: [{ heading: 'Why the gate failed', entries: reasons.map(toPlainEntry), omitted: 0 }],
      };
    }
    case 'gate.recovered':
      return {
        headline: 'Gate passed again',
        intro: ['The gate of the scan passed, after it had failed.'],
        sections: [],
      };
    case 'site.unreachable': {
      const { reason } = data as EventData<'site.unreachable'>;
      return {
        headline: 'No page could be scanned',
        intro: [
          `No page of the site could be scanned, so nothing is known about its problems. ${reason}`,
          'Check that the site is online, that its credentials are right, and that it does not block the scanner. You hear of this again only after a scan has succeeded.',
        ],
        sections: [],
      };
    }
    case 'schedule.paused':
      return {
        headline: 'Schedule paused',
        intro: [
          'The schedule of the site was paused, because its last three scans could not scan any page. Fix the cause, then set the schedule again.',
        ],
        sections: [],
      };
    default:
      throw new Error(`no message to people is about ${type}`);
  }
}

/** The texts about issue groups, by their number. */
interface GroupTexts {
  headline(count: number): string;
  intro(count: number): string;
  heading: string;
  isFixed?: boolean;
}

function describeGroups(
  data: Pick<EventData<'issues.new'>, 'total' | 'byImpact' | 'groups'>,
  impact: Impact,
  entriesMax: number,
  { headline, intro, heading, isFixed = false }: GroupTexts,
): Omit<Part, 'rank'> {
  const count = countGroups(data, impact);
  return {
    headline: headline(count),
    intro: [intro(count)],
    sections: [listGroups(heading, data.groups, { count, impact, entriesMax, isFixed })],
  };
}

function listGroups(
  heading: string,
  groups: readonly EventGroup[],
  of: { count: number; impact: Impact; entriesMax: number; isFixed?: boolean },
): MessageSection {
  const shown = groups
    .filter(({ impact }) => impact === null || compareImpacts(impact, of.impact) <= 0)
    .slice(0, of.entriesMax);
  const entries = shown.map((group) => toEntry(group, of.isFixed ?? false));
  return { heading, entries, omitted: of.count - entries.length };
}

function describeCompleted(
  { isFirst, issueGroups, issueGroupsByImpact, pages, gate, groups }: EventData<'scan.completed'>,
  impact: Impact,
  entriesMax: number,
): Omit<Part, 'rank'> {
  const total = countThings(issueGroups, 'problem');
  const count = countGroups({ total: issueGroups, byImpact: issueGroupsByImpact }, impact);
  const verdict = gate === null ? [] : [`Gate: ${gate}.`];
  const numbers = [
    `The scan found ${total} to fix on ${countThings(pages.scanned, 'scanned page')}. ${
      pages.notJudged === 0 ? '' : `${countThings(pages.notJudged, 'page')} could not be judged completely.`
    }`.trim(),
    ...verdict,
  ];
  if (!isFirst) return { headline: 'Scan completed', intro: numbers, sections: [] };
  return {
    headline: `First scan, ${total}`,
    intro: [
      ...numbers,
      'It is the first scan of the site or branch, so nothing counts as new. From the next scan on, you hear of what is new.',
    ],
    sections:
      groups.length === 0 ? [] : [listGroups('Worst problems', groups, { count, impact, entriesMax })],
  };
}

function toEntry(group: EventGroup, isFixed: boolean): MessageEntry {
  const { help, impact, elements, pages, pageUrls, element, howToFix, successCriteria, links } = group;
  const where = `${countThings(elements, 'element')} on ${countThings(pages, 'page')}`;
  const facts: MessageEntry['facts'] = [
    ...(impact === null ? [] : [{ name: 'Impact', value: impact }]),
    ...(elements === 0 ? [] : [{ name: isFixed ? 'Where it was' : 'Where', value: where }]),
    ...(pageUrls.length === 0
      ? []
      : [{ name: 'Page', value: truncate(pageUrls.join(' '), TEXT_LENGTH_MAX) }]),
    ...(successCriteria.length === 0 ? [] : [{ name: 'WCAG', value: successCriteria.join(', ') }]),
    ...(element === null ? [] : [{ name: 'Element', value: element.html, isCode: true as const }]),
  ];
  return { title: help, link: links.dashboard, facts, remedy: isFixed ? null : howToFix };
}

/** Returns which scan or schedule a message is about. */
function describeOccasion({ data, timestamp }: AlertEvent): string {
  const { site, scan } = data as EventData<'issues.new'>;
  const of = `of ${site.name} (${site.url})`;
  if (scan === undefined) return `This is about the schedule ${of}, ${formatTime(timestamp)}.`;
  const branch = scan.branch === null ? '' : `, branch ${scan.branch}`;
  const commit = scan.commit === null ? '' : `, commit ${scan.commit}`;
  return `This is about the scan ${of} of ${formatTime(scan.createdAt)}${branch}${commit}.`;
}

/** Returns a title with the name at its end, cut so that all of the beginning is shown. */
export function buildTitle(what: string, name: string): string {
  const begin = truncate(what, TITLE_LENGTH_MAX - 3);
  return `${begin}: ${truncate(name, Math.max(1, TITLE_LENGTH_MAX - begin.length - 2))}`;
}

/** Returns a number with its noun: `1 page`, `2 pages`. */
export function countThings(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const MONTHS = 'January February March April May June July August September October November December';

/** Returns a time for people, such as `2 March 2026, 09:20 UTC`. @param time RFC 3339 */
export function formatTime(time: string): string {
  const date = new Date(time);
  const month = MONTHS.split(' ')[date.getUTCMonth()];
  return `${date.getUTCDate()} ${month} ${date.getUTCFullYear()}, ${date.toISOString().slice(11, 16)} UTC`;
}
