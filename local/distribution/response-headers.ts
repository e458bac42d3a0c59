import type { WireResponse } from '../gateway/response.ts';
import type { PolicyHeader } from '../template/distribution.ts';

/**
 * Adds the headers of a response-headers policy. A header of the origin stays unless the policy overrides it:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/understanding-response-headers-policies.html
 */
export function applyResponseHeaders(response: WireResponse, policy: readonly PolicyHeader[]): WireResponse {
  const isNamed = (name: string) => (header: readonly [string, string]) =>
    header[0].toLowerCase() === name.toLowerCase();
  let headers = response.headers;
  for (const { name, value, override } of policy) {
    if (!override && headers.some(isNamed(name))) continue;
    headers = [...headers.filter((header) => !isNamed(name)(header)), [name, value]];
  }
  return { ...response, headers };
}
