import { bareHost } from '../crawl/same-site.ts';
import { type Priority, priorities } from './priority.ts';
import type { Scan } from './scan.ts';

/**
 * The server that a scan's pages come from, by host name and port; `www.` and http or https make no difference. It
 * is what manners are owed to, whoever scans it.
 */
export function serverOf({ config, siteUrl }: Pick<Scan, 'config' | 'siteUrl'>): string {
  const url = new URL(config.url ?? siteUrl);
  return url.port === '' ? bareHost(url) : `${bareHost(url)}:${url.port}`;
}

/**
 * How many of a server's places a priority may hold. Lesser ones leave some free, so that a backlog of theirs, which
 * holds its places while it waits for a browser, never keeps a more urgent scan from the same server.
 * @param places browsers that may open pages of one server at a time
 */
export function placesFor(priority: Priority, places: number): number {
  const shares = { high: places, normal: Math.ceil((places * 2) / 3), low: Math.ceil(places / 3) };
  return Math.max(1, shares[priority]);
}

/** A scan that waits for a place at a server. */
export interface WaitingScan {
  scanId: string;
  accountId: string;
  priority: Priority;
}

/**
 * The order in which waiting scans are moved on: by priority, then whose account holds the fewest places, and of
 * each account one after the other, so that a backlog of one does not keep the others from the server.
 * @param waiting oldest first
 * @param held whose the places are that are held
 */
export function fairOrder<T extends WaitingScan>(
  waiting: readonly T[],
  held: readonly Pick<WaitingScan, 'accountId'>[],
): T[] {
  const turns = new Map<string, number>();
  const nextTurn = (accountId: string) => {
    const turn = turns.get(accountId) ?? 0;
    turns.set(accountId, turn + 1);
    return turn;
  };
  for (const { accountId } of held) nextTurn(accountId);
  const urgency = ({ priority }: WaitingScan) => priorities.indexOf(priority);
  return waiting
    .toSorted((a, b) => urgency(a) - urgency(b))
    .map((scan) => ({ scan, turn: nextTurn(scan.accountId) }))
    .sort((a, b) => urgency(a.scan) - urgency(b.scan) || a.turn - b.turn)
    .map(({ scan }) => scan);
}

/** Times that a page is put off because its server wants to be left alone; then it ends as the server answered. */
export const DEFERRALS_MAX = 3;

/**
 * Deferrals of a scan's pages in a row, without a page scanned in between, after which all its open pages end: a
 * server that puts everything off must not keep a scan, and places, for hours.
 */
export const DEFERRALS_IN_VAIN_MAX = 12;

/** The longest pause that a server is granted, in seconds, which is what SQS can hold a message back. */
export const PAUSE_MAX_SECONDS = 900;

/** Whether a page that its server wants asked for later is put off, or ends. */
export function putOff(deferrals: number, retryAfterSeconds: number): boolean {
  return deferrals < DEFERRALS_MAX && retryAfterSeconds <= PAUSE_MAX_SECONDS;
}

/** Beyond so many seconds a chunk is not handed out ahead of the end of a pause, for it would hold a place meanwhile. */
export const PAUSE_HELD_SECONDS = 60;
