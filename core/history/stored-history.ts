import { z } from 'zod';
import {
  type FindingHistory,
  type GroupHistory,
  getLifeState,
  groupHistorySchema,
  type HistoryScan,
  historyScanSchema,
  type SiteHistory,
  storedFindingSchema,
} from './site-history.ts';

/**
 * The history of a site is stored as JSON with one line for each group and each finding. So the history of one finding
 * is found without parsing the others: a history with 100,000 findings takes 15 MB.
 */

const headSchema = z.object({
  version: z.literal(1),
  asOf: historyScanSchema,
  scans: z.array(historyScanSchema),
  /** Page identities. */
  pages: z.array(z.string()),
});

/** Yields the stored JSON, piece by piece. */
export function* serializeHistory({ asOf, scans, findings, groups }: SiteHistory): Generator<string> {
  const pages = new Map<string, number>();
  for (const { page } of findings.values()) if (!pages.has(page)) pages.set(page, pages.size);
  const head = { version: 1, asOf, scans: [...scans], pages: [...pages.keys()] } satisfies z.input<
    typeof headSchema
  >;
  yield `${JSON.stringify(head).slice(0, -1)},"entries":{`;
  let separator = '\n';
  const line = (id: string, value: unknown) => {
    const text = `${separator}${JSON.stringify(id)}:${JSON.stringify(value)}`;
    separator = ',\n';
    return text;
  };
  for (const [id, group] of groups) yield line(id, group);
  for (const [fingerprint, finding] of findings)
    yield line(fingerprint, { ...finding, page: pages.get(finding.page) });
  yield '\n}}';
}

const LINE_FEED = 10;
const END = '}}';

/** Parses a stored history. @throws Error if it is not one */
export function parseHistory(stored: Uint8Array): SiteHistory {
  const { asOf, scans, pages, end } = parseHead(stored);
  const findings = new Map<string, FindingHistory>();
  const groups = new Map<string, GroupHistory>();
  // Thousands of findings have the same rules and groups, and each of them would have a copy of the text.
  const texts = new Map<string, string>();
  const share = <T extends string | null>(text: T): T => {
    if (text === null) return text;
    const shared = texts.get(text) ?? text;
    texts.set(shared, shared);
    return shared as T;
  };
  for (let start = end + 1; start < stored.length; ) {
    const line = readLine(stored, start);
    if (line.text === END) return { asOf, scans, findings, groups };
    const [id = '', value] = Object.entries(JSON.parse(`{${line.text}}`))[0] ?? [];
    if (isGroupId(id)) groups.set(id, groupHistorySchema.parse(value));
    else {
      const finding = toFinding(value, pages);
      findings.set(id, { ...finding, ruleId: share(finding.ruleId), group: share(finding.group) });
    }
    start = line.end + 1;
  }
  throw new Error('the history of a site ends too early');
}

/** The history of one finding or group, with the scans that its events refer to. */
export interface StoredEntry<T> {
  scans: readonly HistoryScan[];
  life: T;
}

/** Returns the history of one finding; undefined if the stored history does not have it. */
export function findFinding(
  stored: Uint8Array,
  fingerprint: string,
): StoredEntry<FindingHistory> | undefined {
  const value = findValue(stored, fingerprint);
  if (value === undefined) return undefined;
  const { scans, pages } = parseHead(stored);
  return { scans, life: toFinding(value, pages) };
}

/** Returns the history of one issue group; undefined if the stored history does not have it. */
export function findGroup(stored: Uint8Array, id: string): StoredEntry<GroupHistory> | undefined {
  const value = findValue(stored, id);
  return value === undefined
    ? undefined
    : { scans: parseHead(stored).scans, life: groupHistorySchema.parse(value) };
}

function isGroupId(id: string): boolean {
  return id.startsWith('grp_');
}

function toFinding(value: unknown, pages: readonly string[]): FindingHistory {
  const finding = storedFindingSchema.parse(value);
  return { ...finding, page: pages[finding.page] ?? '' };
}

function parseHead(stored: Uint8Array) {
  const { text, end } = readLine(stored, 0);
  return { ...headSchema.parse(JSON.parse(`${text}}}`)), end };
}

/** Returns the line that begins at an index, without the comma at its end, and where its line feed is. */
function readLine(stored: Uint8Array, start: number): { text: string; end: number } {
  const found = stored.indexOf(LINE_FEED, start);
  const end = found < 0 ? stored.length : found;
  return { text: new TextDecoder().decode(stored.subarray(start, end)).replace(/,$/, ''), end };
}

/** No text in the JSON contains a line feed, so the id at the beginning of a line is the name of an entry. */
function findValue(stored: Uint8Array, id: string): unknown {
  const prefix = `\n${JSON.stringify(id)}:`;
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  const at = bytes.indexOf(prefix);
  if (at < 0) return undefined;
  const { text } = readLine(stored, at + 1);
  return JSON.parse(text.slice(prefix.length - 1));
}

/** How a group of a stored history changed in the scan that stored it. */
export interface GroupEvent {
  change: 'first-seen' | 'returned' | 'fixed';
  ruleId: string;
  kind: GroupHistory['kind'];
  /** For one that returned, when the scan was triggered that found it fixed, RFC 3339. */
  fixedAt?: string;
}

/**
 * Returns the groups that were first seen, seen again or fixed in the scan that stored the history, by id. Those that
 * may be older are missing. Does not parse the findings.
 * @throws Error if it is not a history
 */
export function listGroupEvents(stored: Uint8Array): Map<string, GroupEvent> {
  const { asOf, scans, end } = parseHead(stored);
  const now = scans.findIndex(({ scanId }) => scanId === asOf.scanId);
  const found = new Map<string, GroupEvent>();
  // Without an event in this scan, the history does not list the scan.
  if (now < 0) return found;
  for (let start = end + 1; start < stored.length; ) {
    const line = readLine(stored, start);
    const [id = '', value] = line.text === END ? [] : (Object.entries(JSON.parse(`{${line.text}}`))[0] ?? []);
    // Groups come before findings.
    if (!isGroupId(id)) return found;
    const life = groupHistorySchema.parse(value);
    const { events, isEarlier, ruleId, kind } = life;
    const change = getLifeState(life) === 'fixed' ? 'fixed' : events.length === 1 ? 'first-seen' : 'returned';
    if (events.at(-1) === now && !(change === 'first-seen' && isEarlier)) {
      const fixedAt = change === 'returned' ? scans[events.at(-2) ?? -1]?.at : undefined;
      found.set(id, { change, ruleId, kind, ...(fixedAt === undefined ? {} : { fixedAt }) });
    }
    start = line.end + 1;
  }
  throw new Error('the history of a site ends too early');
}
