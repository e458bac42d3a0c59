import type { GateResult } from '../../core/gate/gate.ts';
import type { Scan } from '../../core/scans/scan.ts';
import type { TrackedScan } from '../../core/scans/tracked-scan.ts';
import { indexKeys, itemKeys } from './item-keys.ts';

/** Time until the sweeper checks a scan for the first time, and between its checks. */
const SWEEP_AFTER_MS = 60_000;

/** The item of a scan, with the keys of its indexes. */
export interface ScanItem extends TrackedScan {
  gsi1pk: string;
  gsi1sk: string;
  gsi2pk: string;
  gsi2sk: string;
  /** Present until the scan is settled. */
  gsi3pk?: string;
  gsi3sk?: string;
  gsi4pk: string;
  gsi4sk: string;
  /** Copies of members of the scan for the index of its account, which holds whole attributes only. */
  branch?: string;
  commit?: string;
  gate?: GateResult;
}

/** True if an item is a scan, and not the tombstone of one that was deleted with its site: see `deleteScanData`. */
export function isScanItem(item: object): boolean {
  return !('isDeleted' in item);
}

/** Builds the item of a new scan. */
export function buildScanItem(scan: Scan, now: Date): ScanItem & { pk: string; sk: string } {
  const { branch, commit } = scan.config.metadata ?? {};
  return {
    ...itemKeys.scan(scan.scanId),
    ...scan,
    outstanding: 1,
    depth: 0,
    opening: false,
    inFlight: 0,
    gsi1pk: indexKeys.scansOfSite(scan.siteId),
    gsi1sk: scan.scanId,
    gsi2pk: indexKeys.scansOfSiteByStatus(scan.siteId, scan.status),
    gsi2sk: scan.scanId,
    gsi3pk: indexKeys.unsettled(scan.scanId),
    gsi3sk: getNextSweepTime(now),
    gsi4pk: indexKeys.scansOfAccount(scan.accountId),
    gsi4sk: scan.scanId,
    ...(branch === undefined ? {} : { branch }),
    ...(commit === undefined ? {} : { commit }),
  };
}

/** Returns the time of the sweeper's next check of a scan, RFC 3339 UTC. */
export function getNextSweepTime(now: Date): string {
  return new Date(now.getTime() + SWEEP_AFTER_MS).toISOString();
}

/** Returns the scan of an item, without the attributes that only the table and the scan workflow use. */
export function toScan(item: ScanItem): Scan {
  const {
    outstanding: _outstanding,
    inFlight: _inFlight,
    depth: _depth,
    opening: _opening,
    deferralsInVain: _inVain,
    deferralsSince: _since,
    finishing: _finishing,
    gsi1pk: _1,
    gsi1sk: _2,
    gsi2pk: _3,
    gsi2sk: _4,
    gsi3pk: _5,
    gsi3sk: _6,
    gsi4pk: _7,
    gsi4sk: _8,
    branch: _branch,
    commit: _commit,
    gate: _gate,
    ...rest
  } = item;
  const { pk: _pk, sk: _sk, ...scan } = rest as Scan & { pk?: string; sk?: string };
  return scan;
}

/** The condition that a scan has not ended, with its values; `#status` is the status attribute. */
export const whileUnfinished = {
  condition: '#status IN (:queued, :running)',
  values: { ':queued': 'queued', ':running': 'running' },
} as const;
