import type { RequestOpts } from '@oazapfts/runtime';
import type { TriggeredScan } from './client.ts';
import * as api from './generated/operations.ts';
import type { ScanConfig } from './generated/types.ts';
import { validateIdempotencyKey } from './ids.ts';
import { readAnswerDate } from './retry-after.ts';
import { toPolledScan } from './shapes.ts';

/** Dates of answers have whole seconds, and the service's clocks may differ a little. */
const LEEWAY_MS = 2_000;

/** How a scan is started. */
export interface Trigger {
  /** A random one unless given. */
  idempotencyKey: string | undefined;
  /** How to make the request. In: what to call when it may have had an effect of which no answer told. */
  request: (onUnsure: () => void) => RequestOpts;
}

/**
 * Starts a scan. The service calls it a replay also when only the answer to our own first request was lost; that is
 * none if the scan is no older than this call. Its age is told by the service's clock, for ours may be wrong.
 */
export async function triggerScan(
  apiUrl: string,
  siteId: string,
  config: ScanConfig,
  { idempotencyKey, request }: Trigger,
): Promise<TriggeredScan> {
  const key = validateIdempotencyKey(idempotencyKey ?? crypto.randomUUID());
  const begun = performance.now();
  let isUnsure = false;
  const options = request(() => {
    isUnsure = true;
  });
  const answered = await api.triggerScan(siteId, { config }, { idempotencyKey: key }, options);
  const polled = toPolledScan(apiUrl, answered);
  const age = readAnswerDate(answered.headers) - Date.parse(polled.scan.createdAt);
  const isYoung = age <= performance.now() - begun + LEEWAY_MS;
  const isOwn = idempotencyKey === undefined || (isUnsure && isYoung);
  return { ...polled, replayed: answered.headers.get('Idempotent-Replayed') === 'true' && !isOwn };
}
