import type { GatewayRequest } from '../gateway/request.ts';
import type { EdgeRequest } from './edge-function.ts';

/**
 * Returns a request as a CloudFront function sees it: names of headers in lower case. Cookies and query are empty,
 * because no function of the service reads them.
 */
export function toEdgeRequest({ httpMethod, path, rawHeaders }: GatewayRequest): EdgeRequest {
  const headers: EdgeRequest['headers'] = Object.create(null);
  for (const [name, value] of listHeaders(rawHeaders)) {
    const key = name.toLowerCase();
    if (key === 'cookie') continue;
    const known = headers[key];
    if (known === undefined) headers[key] = { value };
    else known.multiValue = [...(known.multiValue ?? [{ value: known.value }]), { value }];
  }
  return { method: httpMethod, uri: path, querystring: {}, headers, cookies: {} };
}

/** Returns the request with the path and the headers that a CloudFront function returned. */
export function applyEdgeRequest(request: GatewayRequest, { uri, headers }: EdgeRequest): GatewayRequest {
  const cookies = listHeaders(request.rawHeaders).filter(([name]) => name.toLowerCase() === 'cookie');
  const others = Object.entries(headers).flatMap(([name, { value, multiValue }]) =>
    (multiValue ?? [{ value }]).map((each): [string, string] => [name, each.value]),
  );
  return { ...request, path: uri, rawHeaders: [...others, ...cookies].flat() };
}

/** Returns the request with headers set, instead of those that the caller sent under these names. */
export function setHeaders(
  request: GatewayRequest,
  headers: Readonly<Record<string, string>>,
): GatewayRequest {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const kept = listHeaders(request.rawHeaders).filter(([name]) => !names.includes(name.toLowerCase()));
  return { ...request, rawHeaders: [...kept, ...Object.entries(headers)].flat() };
}

function listHeaders(raw: readonly string[]): [name: string, value: string][] {
  const headers: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) headers.push([raw[i] ?? '', raw[i + 1] ?? '']);
  return headers;
}
