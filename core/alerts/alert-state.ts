import { createHash } from 'node:crypto';
import { type FailOn, failOnSchema } from '../gate/fail-on.ts';
import type { NewestScan } from './scan-order.ts';

/** Maximum numbers of entries; the ones that changed last are kept. */
const statesMax = { lines: 20, gates: 20, groups: 2_000 } as const;

const HASH_LENGTH = 16;

/** Scans of one branch under one comparable key, all with or all without own checks, with the newest of them. */
export interface AlertLine extends NewestScan {
  /** See `hashLine`. */
  line: string;
  comparableKey: string;
  /** Versions of the engines and the browser of its latest scan. */
  engine: string;
  /** The report revision of its latest scan. */
  revision: string;
}

/** What was reported last of an issue group. */
export interface ReportedGroup {
  id: string;
  state: 'open' | 'fixed';
  /** The line of the scan that found it open last, and of the one that reported it. */
  line: string;
  openedIn: string;
  /** When the scan was triggered that reported it, RFC 3339 UTC. */
  at: string;
}

/**
 * What is known about the scans of a site that people hear of, so that they hear of each change once: one state for the
 * scans that show the site itself, and one for each other branch that an alert names.
 */
export interface AlertState {
  /** Increases with each change. */
  version: number;
  /** The newest scan that was handled. */
  newest: NewestScan | null;
  /** Versions of the engines and the browser of the newest completed scan; null before the first one. */
  engine: string | null;
  /** Longest unchanged first, like all lists. */
  lines: AlertLine[];
  /** The verdict of each gate, see `hashGate`; `failed-at-first` if the first scan failed, which was not reported. */
  gates: { gate: string; state: 'passed' | 'failed' | 'failed-at-first' }[];
  /** Whether it was reported that the site cannot be reached. */
  isUnreachable: boolean;
  groups: ReportedGroup[];
}

export const emptyAlertState: AlertState = {
  version: 0,
  newest: null,
  engine: null,
  lines: [],
  gates: [],
  isUnreachable: false,
  groups: [],
};

/** Returns a state within its limits, as the next version. */
export function boundAlertState({ version, lines, gates, groups, ...state }: AlertState): AlertState {
  return {
    ...state,
    version: version + 1,
    lines: lines.slice(-statesMax.lines),
    gates: gates.slice(-statesMax.gates),
    groups: groups.slice(-statesMax.groups),
  };
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, HASH_LENGTH);
}

/**
 * Returns the part of the key of a state: the same for all scans that show the site itself, whatever their branch.
 * @param branch null for the scans that show the site itself
 */
export function hashStateBranch(branch: string | null): string {
  return branch === null ? 'site' : digest(branch);
}

/**
 * Returns what identifies the scans that continue one history: a branch, a comparable key, and whether own checks ran,
 * so that a site which is scanned with and without them hears of this change once, not at each scan.
 */
export function hashLine(branch: string | null, comparableKey: string, ranChecks: boolean): string {
  return digest([branch, comparableKey, ranChecks]);
}

/** Returns what identifies a gate: scans with other thresholds or rules have another one. */
export function hashGate(comparableKey: string, failOn: FailOn): string {
  // In schema order: DynamoDB returns the members in another order.
  return digest([comparableKey, failOnSchema.parse(failOn)]);
}
