import type { Endpoint } from './endpoint.ts';
import { listFindings } from './finding-endpoints.ts';
import { getPicture } from './picture-endpoints.ts';
import { getReport } from './report-endpoints.ts';
import { acceptScan, cancelScan, deleteScan, getScan, listScans, triggerScan } from './scan-endpoints.ts';
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
  deleteScan,
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

/** Id of a call, also the name of the function that handles it. */
export type OperationId = (typeof all)[number]['operationId'];

/** Every call of the API, in the order of the OpenAPI document. */
export const endpoints: ReadonlyArray<Endpoint & { operationId: OperationId }> = all;

/** Returns the methods of a path; an empty list if the path does not exist. */
export function listMethods(path: string): string[] {
  return endpoints.filter((endpoint) => endpoint.path === path).map(({ method }) => method);
}
