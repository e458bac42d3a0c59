/** What the fake service answers to one call. */
export interface FakeAnswer {
  status: number;
  body?: unknown;
  text?: string;
  headers?: Record<string, string>;
}

/** Returns an answer with a body. `Body` is the type that the API states for the call. */
export const ok = <Body>(body: Body, status = 200): FakeAnswer => ({ status, body });

/** Returns a problem as the service sends it. */
export function problem(status: number, code: string, detail: string, errors?: object[]): FakeAnswer {
  const title = code.charAt(0).toUpperCase() + code.slice(1).replaceAll('-', ' ');
  return {
    status,
    headers: { 'Content-Type': 'application/problem+json' },
    body: { type: `urn:a11y-scan:problem:${code}`, title, status, code, detail, ...(errors && { errors }) },
  };
}
