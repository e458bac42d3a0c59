import { getOwnMember, type KnownFinding, type SiteState } from '../comparison/site-state.ts';
import { type GroupInput, nextGroups } from './next-groups.ts';
import {
  addEvent,
  buildSpot,
  type FindingHistory,
  getLifeState,
  type HistoryScan,
  isInTopDocument,
  type Life,
  type SiteHistory,
} from './site-history.ts';

/** Maximum number of findings and groups that are not open; the ones whose last event is latest are kept. */
const closedMaxDefault = { findings: 20_000, groups: 5_000 };

/** What the history of a scan is built from. */
interface HistoryInput {
  scan: HistoryScan;
  /** The state that the scan stores. */
  state: SiteState;
  /** The issue groups of the findings that this scan found, by fingerprint. */
  groups: ReadonlyMap<string, string>;
  /** The history that the scan continues; null if it does not exist. */
  previous: SiteHistory | null;
  /** The state that the scan continues, with the scan that stored it; null if it does not exist. */
  carried: { state: SiteState; scan: HistoryScan } | null;
}

/**
 * Returns the history as of a scan.
 *
 * A finding is open if the state has it. It is fixed only if this scan completed its rule on its page without finding
 * it, under the same conditions as in a comparison. A finding that the state no longer has for another reason, such as
 * a limit, is unknown.
 */
export function buildHistory(input: HistoryInput, closedMax = closedMaxDefault): SiteHistory {
  const { scan, state, carried } = input;
  const previous = input.previous ?? (carried ? seedHistory(carried) : null);
  const scans = [...(previous?.scans ?? []), scan];
  const before = previous?.findings ?? new Map<string, FindingHistory>();
  const next = new NextFindings(input, before, scans.length - 1);
  const all = next.build();
  const groupInput: GroupInput = {
    before: previous?.groups ?? new Map(),
    findings: all,
    left: next.left,
    known: state,
    now: scans.length - 1,
  };
  const groups = nextGroups(groupInput);
  const { kept: findings, dropped } = keepNewest(all, closedMax.findings);
  for (const { group, ...life } of dropped) {
    const known = group === null ? undefined : groups.get(group);
    if (group !== null && known && getLifeState(life) === 'unknown')
      groups.set(group, { ...known, hasLostFinding: true });
  }
  return compact({
    asOf: scan,
    scans,
    findings,
    groups: keepNewest(groups, closedMax.groups).kept,
  });
}

class NextFindings {
  readonly #input: HistoryInput;
  readonly #before: ReadonlyMap<string, FindingHistory>;
  readonly #now: number;
  readonly #next = new Map<string, FindingHistory>();
  /** Fingerprints of earlier findings that were not matched yet. */
  readonly #unmatched: Set<string>;
  /** Groups that findings left for another group. */
  readonly left = new Set<string>();

  constructor(input: HistoryInput, before: ReadonlyMap<string, FindingHistory>, now: number) {
    this.#input = input;
    this.#before = before;
    this.#now = now;
    this.#unmatched = new Set(before.keys());
  }

  build(): Map<string, FindingHistory> {
    const others: { page: string; ruleId: string; finding: KnownFinding }[] = [];
    for (const [page, { rules }] of Object.entries(this.#input.state.pages)) {
      for (const [ruleId, { findings }] of Object.entries(rules)) {
        for (const finding of findings)
          if (!this.#matchFingerprint(page, ruleId, finding)) others.push({ page, ruleId, finding });
      }
    }
    const atSpot = this.#listAtSpots();
    for (const { page, ruleId, finding } of others) this.#matchSpot(atSpot, page, ruleId, finding);
    for (const fingerprint of this.#unmatched) this.#close(fingerprint);
    return this.#next;
  }

  #matchFingerprint(page: string, ruleId: string, finding: KnownFinding): boolean {
    if (this.#next.has(finding.fingerprint)) return true;
    const known = [finding.fingerprint, ...finding.formerly].find((each) => this.#unmatched.has(each));
    if (known !== undefined) this.#continue(known, page, ruleId, finding);
    return known !== undefined;
  }

  /** Returns the earlier findings that are open and were not matched, by page, rule and location. */
  #listAtSpots(): Map<string, string[]> {
    const atSpot = new Map<string, string[]>();
    for (const fingerprint of this.#unmatched) {
      const life = this.#before.get(fingerprint);
      if (life === undefined || getLifeState(life) === 'fixed') continue;
      const key = joinSpot(life.page, life.ruleId, life.spot);
      const others = atSpot.get(key);
      if (others) others.push(fingerprint);
      else atSpot.set(key, [fingerprint]);
    }
    return atSpot;
  }

  /** Continues the history of an open finding at the same location, whose element was edited; else begins one. */
  #matchSpot(
    atSpot: ReadonlyMap<string, readonly string[]>,
    page: string,
    ruleId: string,
    finding: KnownFinding,
  ): void {
    if (this.#next.has(finding.fingerprint)) return;
    const isSeen = this.#input.groups.has(finding.fingerprint);
    const known = atSpot
      .get(joinSpot(page, ruleId, buildSpot(finding)))
      ?.find((each) => isSeen && this.#unmatched.has(each));
    this.#continue(known, page, ruleId, finding);
  }

  #continue(known: string | undefined, page: string, ruleId: string, finding: KnownFinding): void {
    const { fingerprint } = finding;
    const earlier = known === undefined ? undefined : this.#before.get(known);
    const group = this.#input.groups.get(fingerprint) ?? earlier?.group ?? null;
    const isSeen = this.#input.groups.has(fingerprint);
    if (known !== undefined) this.#unmatched.delete(known);
    if (earlier?.group && earlier.group !== group) this.left.add(earlier.group);
    const life = earlier ? this.#resume(earlier, isSeen) : beginLife(this.#now, isSeen);
    this.#next.set(fingerprint, { ...life, group, page, ruleId, spot: buildSpot(finding) });
  }

  #resume({ events, omitted, isEarlier, ...earlier }: Life, isSeen: boolean): Life {
    const life = { events, ...(omitted ? { omitted } : {}), ...(isEarlier ? { isEarlier } : {}) };
    if (getLifeState({ events, ...earlier }) !== 'fixed') return life;
    // The state may be older than the history for pages that this scan did not reach.
    return isSeen ? addEvent(life, this.#now) : life;
  }

  #close(fingerprint: string): void {
    const life = this.#before.get(fingerprint);
    if (life === undefined) return;
    if (getLifeState(life) === 'fixed') this.#next.set(fingerprint, life);
    else if (this.#isFixed(fingerprint, life)) this.#next.set(fingerprint, addEvent(life, this.#now));
    else this.#next.set(fingerprint, { ...life, isUnknown: true });
  }

  #isFixed(fingerprint: string, life: FindingHistory): boolean {
    const { page: identity, ruleId, spot } = life;
    const { state, scan, groups, previous, carried } = this.#input;
    const page = getOwnMember(state.pages, identity);
    const rule = getOwnMember(page?.rules, ruleId);
    // A finding that this scan found may be missing in the state because of a limit.
    if (page === undefined || rule === undefined || groups.has(fingerprint)) return false;
    if (state.runs[rule.run]?.scanId !== scan.scanId) return false;
    const isReached = page.observed === 'all' || (page.observed !== undefined && isInTopDocument(spot));
    if (isReached && rule.unlisted === 0) return true;
    // The list also has earlier fixes, and may be older than the history. The finding was fixed now if the state that
    // is continued has it as open.
    const isContinued = previous === null || previous.asOf.scanId === carried?.scan.scanId;
    return isContinued && getLifeState(life) === 'open' && rule.fixed.includes(fingerprint);
  }
}

function joinSpot(page: string, ruleId: string, spot: string): string {
  return `${ruleId} ${spot} ${page}`;
}

/** @param isSeen whether the scan found it; otherwise an earlier scan did, which the history does not have */
function beginLife(now: number, isSeen: boolean): Life {
  return { events: [now], ...(isSeen ? {} : { isEarlier: true }) };
}

/** Returns a history in which all findings of a state are open. They may be older than the state. */
function seedHistory({ state, scan }: { state: SiteState; scan: HistoryScan }): SiteHistory {
  const findings = new Map<string, FindingHistory>();
  for (const [page, { rules }] of Object.entries(state.pages)) {
    for (const [ruleId, rule] of Object.entries(rules)) {
      for (const finding of rule.findings)
        findings.set(finding.fingerprint, {
          ...beginLife(0, false),
          group: null,
          page,
          ruleId,
          spot: buildSpot(finding),
        });
    }
  }
  return { asOf: scan, scans: [scan], findings, groups: new Map() };
}

function keepNewest<T extends Life>(
  all: ReadonlyMap<string, T>,
  closedMax: number,
): { kept: ReadonlyMap<string, T>; dropped: T[] } {
  const closed: [string, T][] = [];
  for (const entry of all) if (getLifeState(entry[1]) !== 'open') closed.push(entry);
  if (closed.length <= closedMax) return { kept: all, dropped: [] };
  closed.sort(([idA, a], [idB, b]) => getLastEvent(b) - getLastEvent(a) || (idA < idB ? -1 : 1));
  const kept = new Map(all);
  const dropped = closed.slice(closedMax);
  for (const [id] of dropped) kept.delete(id);
  return { kept, dropped: dropped.map(([, life]) => life) };
}

function getLastEvent({ events }: Life): number {
  return events.at(-1) ?? 0;
}

/** Returns a history without the scans to which no event refers. */
function compact({ asOf, scans, findings, groups }: SiteHistory): SiteHistory {
  const used = new Set<number>();
  for (const { events } of [...findings.values(), ...groups.values()])
    for (const event of events) used.add(event);
  if (used.size === scans.length) return { asOf, scans, findings, groups };
  const kept = [...scans.keys()].filter((index) => used.has(index));
  const indexes = new Map(kept.map((index, at) => [index, at]));
  const renumber = <T extends Life>(all: ReadonlyMap<string, T>): Map<string, T> => {
    const next = new Map<string, T>();
    for (const [id, life] of all)
      next.set(id, { ...life, events: life.events.map((event) => indexes.get(event) ?? 0) });
    return next;
  };
  return {
    asOf,
    scans: scans.filter((_, index) => used.has(index)),
    findings: renumber(findings),
    groups: renumber(groups),
  };
}
