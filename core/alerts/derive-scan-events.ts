import type { ScanGroup } from '../reports/scan-groups.ts';
import { getScanScope, isSiteResult } from '../scans/is-site-result.ts';
import { describeUnfinished, type Scan } from '../scans/scan.ts';
import { buildLine, findComparableLine, findOwnLine, isOfSameBranch } from './alert-line.ts';
import {
  type AlertLine,
  type AlertState,
  boundAlertState,
  emptyAlertState,
  hashGate,
  type ReportedGroup,
} from './alert-state.ts';
import { describeScan, type EventDraft } from './event-draft.ts';
import {
  cutToBytes,
  getHistoryId,
  isOpenViolation,
  listEventGroups,
  toEventGroup,
  toUnknownGroup,
} from './event-groups.ts';
import type { EventGroup } from './event-schemas.ts';
import { listOpened, type Opened } from './opened-groups.ts';
import { ReportedGroups } from './reported-groups.ts';
import type { ReportFacts, ScanEndFacts } from './scan-end-facts.ts';
import { getOrder, type Order, toNewest } from './scan-order.ts';

const REASONS_MAX = 5;

/** The events of the end of a scan, and what is known after them; undefined if nothing changed. */
export interface DerivedEvents {
  events: EventDraft[];
  state: AlertState | undefined;
}

/** Returns the events of the end of a scan, according to the rules against noise. */
export function deriveScanEvents(facts: ScanEndFacts): DerivedEvents {
  const { scan, state = emptyAlertState } = facts;
  const derivation = new Derivation(facts, state);
  if (facts.state !== undefined) derivation.deriveChanges();
  if (scan.status === 'completed') derivation.addCompleted();
  else if (scan.status === 'failed') derivation.addFailed();
  else derivation.addCancelled();
  return { events: derivation.events, state: derivation.changed };
}

class Derivation {
  readonly events: EventDraft[] = [];
  changed: AlertState | undefined;
  readonly #facts: ScanEndFacts;
  readonly #state: AlertState;
  /** How the scan relates to all scans of the site, and to those that it continues. */
  readonly #order: Order;
  readonly #orderInLine: Order;
  readonly #line: AlertLine | undefined;
  #isFirst = false;
  /** Whether it is known what changed since the scan before. */
  #isComparable = true;

  constructor(facts: ScanEndFacts, state: AlertState) {
    this.#facts = facts;
    this.#state = state;
    const { scan, report } = facts;
    this.#order = getOrder(scan, state.newest);
    this.#line = scan.status === 'completed' && report !== undefined ? buildLine(scan, report) : undefined;
    const own = this.#line && findOwnLine(state, this.#line);
    this.#orderInLine = this.#line === undefined ? this.#order : getOrder(scan, own ?? null);
  }

  deriveChanges(): void {
    const { scan, report, isUnreachable } = this.#facts;
    // An older scan that ends later says nothing about the site as it is now, unless it has other rules or pages.
    if (this.#orderInLine === 'outdated') return;
    if (this.#line !== undefined && report !== undefined) this.#deriveCompleted(report, this.#line);
    else if (scan.status === 'failed' && isUnreachable && this.#order === 'newest') this.#deriveUnreachable();
  }

  addCompleted(): void {
    const { scan, report } = this.#facts;
    const { summary } = scan;
    if (summary === undefined) return;
    const isFirst = this.#isFirst;
    const data = {
      isFirst,
      gate: summary.gate,
      issueGroups: summary.issueGroups,
      issueGroupsByImpact: summary.issueGroupsByImpact,
      new: summary.new,
      fixed: summary.fixed,
      pages: summary.pages,
    };
    const all = isFirst && report ? this.#listOpen(report) : [];
    this.#add('scan.completed', { ...data, groups: cutToBytes(all, { ...this.#common(), ...data }) });
  }

  addFailed(): void {
    const { failure } = describeUnfinished(this.#facts.scan);
    if (failure !== null) this.#add('scan.failed', { failure });
  }

  addCancelled(): void {
    this.#add('scan.cancelled', { reason: describeUnfinished(this.#facts.scan).cancelReason });
  }

  #deriveUnreachable(): void {
    const { scan } = this.#facts;
    this.changed = boundAlertState({ ...this.#state, newest: toNewest(scan), isUnreachable: true });
    if (!this.#state.isUnreachable) this.#add('site.unreachable', { reason: describeUnreachable(scan) });
  }

  /** Returns the line whose history a scan continues. Scans without a branch may continue those of the main branch. */
  #findLineBefore(line: AlertLine, { baseline }: ReportFacts): AlertLine | undefined {
    const own = findOwnLine(this.#state, line);
    if (own !== undefined || baseline === null || baseline.chosenBy === 'config') return own;
    return findComparableLine(this.#state, line);
  }

  #deriveCompleted(report: ReportFacts, line: AlertLine): void {
    const { scan } = this.#facts;
    const before = this.#findLineBefore(line, report);
    const isNewest = this.#order === 'newest';
    const reported = this.#deriveGroups(report, line, before);
    this.changed = boundAlertState({
      ...this.#state,
      ...(isNewest ? { newest: toNewest(scan), engine: line.engine, isUnreachable: false } : {}),
      lines:
        this.#orderInLine === 'newest'
          ? replaceEntry(this.#state.lines, (each) => each.line === line.line, line)
          : this.#state.lines,
      gates: isNewest ? this.#deriveGate(report) : this.#state.gates,
      groups: reported,
    });
  }

  /** Derives what is new, back or fixed. Returns what was reported then. */
  #deriveGroups(
    report: ReportFacts,
    { line, engine }: AlertLine,
    before: AlertLine | undefined,
  ): ReportedGroup[] {
    const { scan } = this.#facts;
    const reported = new ReportedGroups(this.#state.groups, { line, at: scan.createdAt });
    reported.noteSeen(report.groups.filter(isOpenViolation).map(getHistoryId));
    this.#isComparable = before !== undefined || isOfSameBranch(report.baseline, scan);
    if (!this.#isComparable) {
      this.#isFirst = this.#state.lines.length === 0;
      if (this.#isFirst) reported.setOpen(report.groups.filter(isOpenViolation).map(getHistoryId));
      else this.#noteRules('settings', this.#listUnknownBefore(report), reported);
      return reported.list();
    }
    const opened = listOpened(report).filter(({ group, fixedAt }) =>
      reported.mayBeOpened(getHistoryId(group), fixedAt),
    );
    const isSameEngine = (before?.engine ?? this.#state.engine ?? engine) === engine;
    // The note is given once, although several lines continue with the new engine.
    if (isSameEngine || this.#state.engine === engine) {
      const alerting = opened.filter(({ isByEngine }) => !isByEngine);
      this.#addGroups('issues.new', alerting, 'first-seen', reported);
      this.#addGroups('issues.regressed', alerting, 'returned', reported);
    } else {
      this.#noteRules(
        'engine',
        opened.map(({ group }) => group),
        reported,
      );
    }
    this.#addFixed(report, reported);
    return reported.list();
  }

  #addGroups(
    type: 'issues.new' | 'issues.regressed',
    opened: readonly Opened[],
    change: Opened['change'],
    reported: ReportedGroups,
  ): void {
    const groups = opened.filter((each) => each.change === change).map(({ group }) => group);
    if (groups.length === 0) return;
    reported.setOpen(groups.map(getHistoryId));
    this.#add(type, this.#describeGroups(groups.map(this.#toGroup)));
  }

  #addFixed({ changes, groups, previous }: ReportFacts, reported: ReportedGroups): void {
    const { at, scan } = this.#facts;
    const open = new Set(groups.filter(isOpenViolation).map(getHistoryId));
    const known = new Map(previous?.groups.map((group) => [getHistoryId(group), group]));
    const fixed = [...changes].flatMap(([id, { change, ruleId, kind }]): EventGroup[] => {
      if (change !== 'fixed' || kind !== 'violation' || open.has(id) || !reported.canBeFixed(id)) return [];
      const before = known.get(id);
      if (before === undefined || previous === undefined)
        return [toUnknownGroup(id, ruleId, at, scan.scanId)];
      return isOpenViolation(before) ? [toEventGroup(before, { at, ...previous })] : [];
    });
    if (fixed.length === 0) return;
    reported.setFixed(fixed.map(getHistoryId));
    this.#add('issues.fixed', this.#describeGroups(fixed));
  }

  #noteRules(change: 'engine' | 'settings', groups: readonly ScanGroup[], reported: ReportedGroups): void {
    reported.setOpen(groups.map(getHistoryId));
    this.#add('rules.changed', this.#describeGroups(groups.map(this.#toGroup), { change }));
  }

  /** Returns the open groups that the scan before did not have, if it is known. */
  #listUnknownBefore({ groups, previous }: ReportFacts): ScanGroup[] {
    const known = new Set(previous?.groups.filter(isOpenViolation).map(getHistoryId));
    return groups.filter((group) => isOpenViolation(group) && !known.has(getHistoryId(group)));
  }

  #listOpen({ groups }: ReportFacts): EventGroup[] {
    return groups.filter(isOpenViolation).map(this.#toGroup);
  }

  /** Derives whether the gate failed or recovered. An inconclusive one says neither. */
  #deriveGate({ comparableKey, gateReasons }: ReportFacts): AlertState['gates'] {
    const { scan } = this.#facts;
    const { gates } = this.#state;
    const verdict = scan.summary?.gate;
    const { failOn } = scan.config;
    if (failOn === undefined || (verdict !== 'passed' && verdict !== 'failed')) return gates;
    const gate = hashGate(comparableKey, failOn);
    const before = gates.find((each) => each.gate === gate)?.state;
    const isFailing = before === 'failed' || before === 'failed-at-first';
    if (verdict === 'failed' && !isFailing && this.#isComparable)
      this.#add('gate.failed', { reasons: gateReasons.slice(0, REASONS_MAX) });
    if (verdict === 'passed' && before === 'failed') this.#add('gate.recovered', {});
    const state = verdict === 'passed' ? verdict : (isFailing && before) || this.#nameFailure();
    return replaceEntry(gates, (each) => each.gate === gate, { gate, state });
  }

  #nameFailure(): 'failed' | 'failed-at-first' {
    return this.#isComparable ? 'failed' : 'failed-at-first';
  }

  readonly #toGroup = (group: ScanGroup): EventGroup => {
    const { at, scan, report } = this.#facts;
    return toEventGroup(group, { at, scanId: scan.scanId, pageUrls: report?.pageUrls ?? new Map() });
  };

  #describeGroups(groups: readonly EventGroup[], also: object = {}) {
    return { ...also, ...listEventGroups(groups, { ...this.#common(), ...also }) };
  }

  #common() {
    const { scan, site, at } = this.#facts;
    return describeScan(scan, site, at);
  }

  #add(type: EventDraft['type'], data: object): void {
    const { scan, site } = this.#facts;
    const scope = getScanScope(scan);
    this.events.push({
      type,
      siteId: site.siteId,
      data: { ...this.#common(), ...data },
      audience: {
        branch: scope.branch,
        isSiteResult: isSiteResult(scope, site.mainBranch),
        isOfSite: scope.isOfSite,
        isLate: this.#orderInLine === 'outdated',
      },
    });
  }
}

function replaceEntry<Entry>(
  all: readonly Entry[],
  isSame: (entry: Entry) => boolean,
  entry: Entry,
): Entry[] {
  return [...all.filter((each) => !isSame(each)), entry];
}

function describeUnreachable({ failureDetail }: Scan): string {
  return failureDetail ?? 'No page of the scan could be scanned.';
}
