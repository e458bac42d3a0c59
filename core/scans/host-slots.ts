import { getBareHost } from '../crawl/same-site.ts';
import { type Priority, priorities } from './priority.ts';
import type { Scan } from './scan.ts';

/**
 * Returns the host of a scan's pages, with its port, without `www.` and scheme. The number of browsers at one host is
 * limited over all scans and accounts.
 */
export function getScanHost({ config, siteUrl }: Pick<Scan, 'config' | 'siteUrl'>): string {
  const url = new URL(config.url ?? siteUrl);
  return url.port === '' ? getBareHost(url) : `${getBareHost(url)}:${url.port}`;
}

/**
 * Returns how many slots of a host a priority may hold. Lower priorities leave some free: a chunk holds its slot while
 * it waits for a browser, and a backlog of such chunks must not keep an urgent scan from the host.
 * @param slots number of browsers that may open pages of one host at a time
 */
export function getSlotLimit(priority: Priority, slots: number): number {
  const shares = { high: slots, normal: Math.ceil((slots * 2) / 3), low: Math.ceil(slots / 3) };
  return Math.max(1, shares[priority]);
}

/** The share of the slots of a priority that one account may hold. */
const ACCOUNT_SHARE = 2 / 3;

/**
 * Returns how many of the slots of a priority one account may hold. At least one slot remains for other accounts,
 * unless the priority has only one.
 * @param slots number of browsers that may open pages of one host at a time
 */
export function getAccountSlotLimit(priority: Priority, slots: number): number {
  const limit = getSlotLimit(priority, slots);
  return limit === 1 ? 1 : Math.min(limit - 1, Math.ceil(limit * ACCOUNT_SHARE));
}

/** A slot at a host that an account holds. */
export interface HeldSlot {
  accountId: string;
  /** Number of the slot, from 0. */
  number: number;
}

/** Who needs a slot at a host. */
export interface SlotRequest {
  accountId: string;
  priority: Priority;
  /** Number of browsers that may open pages of the host at a time. */
  slots: number;
}

/**
 * Returns the number of the lowest slot that an account may take; undefined if it must wait. Each priority may use the
 * slots with numbers below its limit. So scans of high priority also take slots that lower priorities may use. The
 * account must therefore stay within its share of every priority that may use the slot. Otherwise its scans of high
 * priority could take the slots that lower priorities reserve for other accounts.
 */
export function pickSlot(
  held: readonly HeldSlot[],
  { accountId, priority, slots }: SlotRequest,
): number | undefined {
  const occupied = new Set(held.map(({ number }) => number));
  const isWithinShare = (slot: number) =>
    priorities
      .map((each) => ({ limit: getSlotLimit(each, slots), share: getAccountSlotLimit(each, slots) }))
      .filter(({ limit }) => slot < limit)
      .every(
        ({ limit, share }) =>
          held.filter((one) => one.accountId === accountId && one.number < limit).length < share,
      );
  return Array.from({ length: getSlotLimit(priority, slots) }, (_, slot) => slot).find(
    (slot) => !occupied.has(slot) && isWithinShare(slot),
  );
}

/** A free slot, for the transaction that takes it. */
export interface FreeSlot {
  /** Number of the slot, from 0. */
  number: number;
  /** How many slots the account had taken at the host before. It shows whether the account took another one since. */
  claims: number;
}

/** A scan that waits for a slot at a host. */
export interface WaitingScan {
  scanId: string;
  accountId: string;
  priority: Priority;
}

/**
 * Returns waiting scans in the order in which they get a slot: by priority, then by how few slots their account holds.
 * Accounts take turns, so that the backlog of one does not block the others.
 * @param waiting oldest first
 * @param held the accounts of the occupied slots
 */
export function orderFairly<T extends WaitingScan>(
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

/**
 * The longest delay, in seconds, with which a chunk is dispatched. For a longer delay it is not dispatched, because it
 * would occupy its slot meanwhile.
 */
export const PAUSE_HELD_MAX_SECONDS = 60;
