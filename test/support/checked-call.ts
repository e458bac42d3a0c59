import { expect } from 'vitest';
import { type Answer, ApiClient, type Call } from './api-client.ts';
import type { TestKey } from './service.ts';

const requestIds = new Set<string>();

/**
 * Checks the headers that every response has, also those of the gateway, if the request comes from another origin.
 * Returns the id of the request.
 */
export function expectUsualHeaders({ headers }: Pick<Answer, 'headers'>): string {
  const requestId = headers.get('x-request-id') ?? '';
  expect(requestId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(requestIds).not.toContain(requestId);
  requestIds.add(requestId);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000\b/);
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  return requestId;
}

/** Calls the API as a script of another site would, and checks the response by the common rules. */
export async function call(by: TestKey | ApiClient, method: string, path: string, given: Call = {}) {
  const client = by instanceof ApiClient ? by : by.client;
  const headers = { Origin: 'https://elsewhere.example', ...given.headers };
  const answer = await client.call(method, path, { ...given, headers });
  const requestId = expectUsualHeaders(answer);
  if (answer.status >= 400) {
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.json).toMatchObject({
      type: `urn:a11y-scan:problem:${answer.json.code}`,
      title: expect.stringMatching(/./),
      status: answer.status,
      detail: expect.stringMatching(/./),
      instance: `urn:uuid:${requestId}`,
    });
  }
  return answer;
}

export const statusAndCode = ({ status, json }: Answer<{ code?: string } | undefined>) => [
  status,
  json?.code,
];

/** Returns the parts of a response that do not differ between calls. */
export function comparableProblem({ status, headers, json }: Answer<{ instance: string }>) {
  const ofTheCall = /^(date|x-request-id|x-amzn-requestid|ratelimit-\w+|content-length)$/;
  return {
    status,
    headers: [...headers].filter(([name]) => !ofTheCall.test(name)),
    body: { ...json, instance: '' },
  };
}
