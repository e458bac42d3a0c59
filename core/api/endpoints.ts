import type { Endpoint } from './endpoint.ts';
import { listFindings } from './finding-endpoints.ts';
import { getPicture } from './picture-endpoints.ts';
import { getReport } from './report-endpoints.ts';
import { acceptScan, cancelScan, getScan, listScans, triggerScan } from './scan-endpoints.ts';
import { getHealth, getOpenapi, listRuleSets } from './service-endpoints.ts';
import { createSite, deleteSite, getSite, listSites, updateSite } from './site-endpoints.ts';
import {
  createSuppression,
  deleteSuppression,
  listSuppressions,
  updateSuppression,
} from './suppression-endpoints.ts';
import { getTrend } from './trend-endpoints.ts';
import { getUsage } from './usage-endpoints.ts';

const all = [
  listSites,
  createSite,
  getSite,
  updateSite,
  deleteSite,
  triggerScan,
  listScans,
  getScan,
  cancelScan,
  acceptScan,
  getReport,
  listFindings,
  getPicture,
  getTrend,
  listSuppressions,
  createSuppression,
  updateSuppression,
  deleteSuppression,
  getUsage,
  listRuleSets,
  getOpenapi,
  getHealth,
] as const;

/** Id of a call, which is also the name of the function that answers it. */
export type OperationId = (typeof all)[number]['operationId'];

/** Every call of the API, in the order in which the document lists them. */
export const endpoints: ReadonlyArray<Endpoint & { operationId: OperationId }> = all;

/** The methods that a path has, or an empty list for a path that there is not. */
export function listMethods(path: string): string[] {
  return endpoints.filter((endpoint) => endpoint.path === path).map(({ method }) => method);
}
