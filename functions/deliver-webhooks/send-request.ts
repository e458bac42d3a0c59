import type { Attempt } from '../../core/alerts/delivery.ts';
import { RESPONSE_BYTES_KEPT } from '../../core/alerts/delivery.ts';
import { escapeText } from '../../core/text/active-characters.ts';
import type { Resolve } from '../../scanner/egress/connect.ts';
import { findEndpointUrlFault } from '../../scanner/egress/endpoint-fault.ts';
import type { EgressPolicy } from '../../scanner/egress/policy.ts';
import { postGuarded } from '../../scanner/site/post-guarded.ts';

/** Wall-clock limit of a request, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** Maximum number of bytes of a response that are read. */
const READ_BYTES_MAX = 64 * 1024;

const USER_AGENT = 'a11y-scan-webhooks/1.0';

/** How requests leave the service. */
export interface Egress {
  policy: EgressPolicy;
  resolve: Resolve;
}

/** What an attempt says, with what decides about the next one. */
export interface SentRequest {
  attempt: Attempt;
  /** Value of the header `Retry-After`. */
  retryAfter: string | undefined;
}

/**
 * Sends JSON to the endpoint of a customer.
 * @param describeStatus returns why a status means that the request failed; null if it does not
 */
export async function sendRequest(
  { policy, resolve }: Egress,
  { url, headers, body }: { url: string; headers: Record<string, string>; body: string },
  describeStatus: (status: number) => string | null = describeWebhookStatus,
): Promise<SentRequest> {
  const at = new Date();
  const sent = { 'content-type': 'application/json', ...headers };
  const fault = findEndpointUrlFault(url, policy);
  const result =
    fault === null
      ? await postGuarded(url, {
          egress: policy,
          resolve,
          userAgent: USER_AGENT,
          headers: sent,
          body,
          timeoutMs: TIMEOUT_MS,
          maxBytes: READ_BYTES_MAX,
        })
      : { answered: false as const, why: fault };
  const attempt = {
    at: at.toISOString(),
    durationMs: Date.now() - at.getTime(),
    requestHeaders: { 'user-agent': USER_AGENT, ...sent },
  };
  if (!result.answered) {
    const failure = `The URL of the endpoint ${result.why}.`;
    return { attempt: { ...attempt, status: null, response: '', failure }, retryAfter: undefined };
  }
  const { status, retryAfter, body: response } = result;
  return {
    attempt: { ...attempt, status, response: toShownText(response), failure: describeStatus(status) },
    retryAfter,
  };
}

function describeWebhookStatus(status: number): string | null {
  if (status >= 200 && status <= 299) return null;
  const isRedirect = status >= 300 && status <= 399;
  return `The endpoint answered with status ${status}${isRedirect ? '; redirects are not followed' : ''}.`;
}

/** Returns the beginning of a response as text of at most `RESPONSE_BYTES_KEPT` bytes that is safe to show. */
function toShownText(response: Buffer): string {
  const text = escapeText(cut(response));
  return cut(Buffer.from(text));
}

/** Returns the first bytes as text, without the replacement of a character that was cut in half. */
function cut(bytes: Buffer): string {
  const text = bytes.subarray(0, RESPONSE_BYTES_KEPT).toString();
  return bytes.length > RESPONSE_BYTES_KEPT ? text.replace(/\ufffd$/, '') : text;
}
