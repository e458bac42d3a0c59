import type { ApiResponse, WithHeaders } from '@oazapfts/runtime';
import type { PolledScan } from './client.ts';
import { retryAfterOf } from './retry-after.ts';
import { checkScan } from './shapes.ts';

/**
 * An answer that shows a scan, and when to ask again.
 * @throws ConnectionError if it shows none
 */
export function polledScan(apiUrl: string, { data, headers }: WithHeaders<ApiResponse>): PolledScan {
  return { scan: checkScan(apiUrl, data), retryAfterMs: retryAfterOf(headers) };
}
