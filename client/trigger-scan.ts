import type { RequestOpts } from '@oazapfts/runtime';
import type { TriggeredScan } from './client.ts';
import * as api from './generated/operations.ts';
import type { ScanConfig } from './generated/types.ts';
import { validateIdempotencyKey } from './ids.ts';
import { readAnswerDate } from './retry-after.ts';
import { toPolledScan } from './shapes.ts';

/** `Date` headers have whole seconds, and the service's clocks may differ slightly. */
const LEEWAY_MS = 2_000;

/** Options of `triggerScan`. */
export interface Trigger {
  /** Default: a random one. */
  idempotencyKey: string | undefined;
  /** Builds the request options. `onUnsure` is called if a request without an answer may have had an effect. */
  request: (onUnsure: () => void) => RequestOpts;
}

/**
 * Starts a scan. The service also reports a replay if only the answer to the first request of this call was lost. If
 * the scan is not older than this call, `replayed` is false. The age is measured by the service's clock, because the
 * local clock may be wrong.
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
  const answer = await api.triggerScan(siteId, { config }, { idempotencyKey: key }, options);
  const polled = toPolledScan(apiUrl, answer);
  const age = readAnswerDate(answer.headers) - Date.parse(polled.scan.createdAt);
  const isYoung = age <= performance.now() - begun + LEEWAY_MS;
  const isOwn = idempotencyKey === undefined || (isUnsure && isYoung);
  return { ...polled, replayed: answer.headers.get('Idempotent-Replayed') === 'true' && !isOwn };
}
