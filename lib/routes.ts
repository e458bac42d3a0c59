import type { FunctionName } from './function-names.ts';

/** Functions that answer one call of the API. */
export type ApiFunctionName = Extract<
  FunctionName,
  | 'list-sites'
  | 'create-site'
  | 'get-site'
  | 'update-site'
  | 'delete-site'
  | 'trigger-scan'
  | 'list-scans'
  | 'get-scan'
  | 'cancel-scan'
  | 'accept-scan'
  | 'get-report'
  | 'list-findings'
  | 'get-picture'
  | 'get-trend'
  | 'list-suppressions'
  | 'create-suppression'
  | 'update-suppression'
  | 'delete-suppression'
  | 'list-rule-sets'
  | 'get-openapi'
  | 'get-health'
>;

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path behind the stage. */
  readonly path: `/v1/${string}`;
  readonly function: ApiFunctionName;
  /** Answered without a key: only what holds no data of anybody. */
  readonly keyless?: true;
}

/** Every call of the API. */
export const routes: readonly Route[] = [
  { method: 'GET', path: '/v1/sites', function: 'list-sites' },
  { method: 'POST', path: '/v1/sites', function: 'create-site' },
  { method: 'GET', path: '/v1/sites/{siteId}', function: 'get-site' },
  { method: 'PATCH', path: '/v1/sites/{siteId}', function: 'update-site' },
  { method: 'DELETE', path: '/v1/sites/{siteId}', function: 'delete-site' },
  { method: 'POST', path: '/v1/sites/{siteId}/scans', function: 'trigger-scan' },
  { method: 'GET', path: '/v1/sites/{siteId}/scans', function: 'list-scans' },
  { method: 'GET', path: '/v1/scans/{scanId}', function: 'get-scan' },
  { method: 'POST', path: '/v1/scans/{scanId}/cancel', function: 'cancel-scan' },
  { method: 'POST', path: '/v1/scans/{scanId}/accept', function: 'accept-scan' },
  { method: 'GET', path: '/v1/scans/{scanId}/report', function: 'get-report' },
  { method: 'GET', path: '/v1/scans/{scanId}/findings', function: 'list-findings' },
  { method: 'GET', path: '/v1/scans/{scanId}/pictures/{pictureId}', function: 'get-picture' },
  { method: 'GET', path: '/v1/sites/{siteId}/trend', function: 'get-trend' },
  { method: 'GET', path: '/v1/sites/{siteId}/suppressions', function: 'list-suppressions' },
  { method: 'POST', path: '/v1/sites/{siteId}/suppressions', function: 'create-suppression' },
  {
    method: 'PATCH',
    path: '/v1/sites/{siteId}/suppressions/{suppressionId}',
    function: 'update-suppression',
  },
  {
    method: 'DELETE',
    path: '/v1/sites/{siteId}/suppressions/{suppressionId}',
    function: 'delete-suppression',
  },
  { method: 'GET', path: '/v1/rule-sets', function: 'list-rule-sets' },
  { method: 'GET', path: '/v1/openapi.json', function: 'get-openapi', keyless: true },
  { method: 'GET', path: '/v1/health', function: 'get-health', keyless: true },
];
