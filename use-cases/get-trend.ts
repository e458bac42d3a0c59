import type { Listing } from '../core/listing/listing.ts';
import type { ListRange, Page, PageRequest } from '../core/listing/page.ts';
import type { ComparableConditions } from '../core/trend/comparable-conditions.ts';
import { COUNTED_SCANS_MAX, countGates, type GateCounts } from '../core/trend/gate-counts.ts';
import type { TrendFilter, TrendPoint } from '../core/trend/trend-point.ts';
import { type FindSite, getSite } from './get-site.ts';
import { type FindAccount, readResultPage } from './read-result-page.ts';
import type { RequestContext } from './request-context.ts';

export interface GetTrendDependencies extends FindSite, FindAccount {
  /** Returns the points of a site that match, newest first. */
  listTrend(siteId: string, filter: TrendFilter, range: ListRange): Promise<Listing<TrendPoint>>;
  /** Returns the conditions of comparable keys of a site; unknown keys are skipped. */
  readConditions(siteId: string, comparableKeys: readonly string[]): Promise<ComparableConditions[]>;
  /** Returns the newest points of a site, newest first. */
  readNewestPoints(siteId: string, limit: number): Promise<TrendPoint[]>;
}

/** Selects points of a trend; times are RFC 3339. */
export interface TrendQuery extends PageRequest {
  branch?: string | undefined;
  comparableKey?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Returns one result page of the trend of a site, newest first, the conditions of each comparable key in it, and how
 * the gates of its newest scans ended.
 */
export async function getTrend(
  dependencies: GetTrendDependencies,
  { principal, siteId, query }: Pick<RequestContext, 'principal'> & { siteId: string; query: TrendQuery },
): Promise<Page<TrendPoint> & { keys: ComparableConditions[]; gateCounts: GateCounts }> {
  const { limit, cursor, branch, comparableKey, from, to } = query;
  const { mainBranch } = await getSite(dependencies, { principal, siteId });
  const filter = {
    mainBranch,
    ...(branch === undefined ? {} : { branch }),
    ...(comparableKey === undefined ? {} : { comparableKey }),
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(to === undefined ? {} : { to: new Date(to) }),
  };
  const filters = { siteId, branch, comparableKey, from, to };
  const list = { accountId: principal.accountId, call: 'get-trend' as const, filters, limit, cursor };
  const page = await readResultPage(dependencies, list, (range) =>
    dependencies.listTrend(siteId, filter, range),
  );
  const comparableKeys = page.items.map((point) => point.comparableKey);
  const [keys, newest] = await Promise.all([
    dependencies.readConditions(siteId, comparableKeys),
    dependencies.readNewestPoints(siteId, COUNTED_SCANS_MAX),
  ]);
  return { ...page, keys, gateCounts: countGates(newest) };
}
