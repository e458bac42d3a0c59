import { setTimeout as sleep } from 'node:timers/promises';
import type { ScanView } from '../../core/scans/scan.ts';
import { type Answer, type OpenApi, ResponseContract } from './response-contract.ts';

export type { Answer, OpenApi } from './response-contract.ts';

export interface Call {
  /** Sent as JSON unless it is a string or bytes. */
  body?: unknown;
  headers?: Record<string, string>;
}

const contracts = new WeakMap<OpenApi, ResponseContract>();

/**
 * A client of the API that validates every response against the OpenAPI document: status, headers, media type and
 * body. Redirects are not followed.
 */
export class ApiClient {
  readonly baseUrl: string;
  private readonly contract: ResponseContract;
  private readonly key: string | undefined;

  constructor(baseUrl: string, openapi: OpenApi, key?: string) {
    this.baseUrl = baseUrl;
    this.key = key;
    this.contract = contracts.get(openapi) ?? new ResponseContract(openapi);
    contracts.set(openapi, this.contract);
  }

  // biome-ignore lint/suspicious/noExplicitAny: a test reads the members of a body that it expects
  async call<Body = any>(
    method: string,
    path: string,
    { body, headers = {} }: Call = {},
  ): Promise<Answer<Body>> {
    const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(this.baseUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.key === undefined ? {} : { 'X-API-Key': this.key }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: (raw ? body : JSON.stringify(body)) as string }),
    });
    const text = await response.text();
    const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '') && text !== '';
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
    };
    this.contract.check(method, path, answer);
    return answer;
  }

  /** Triggers a scan and waits until its report exists or is known not to exist. */
  async scan(siteId: string, config: object): Promise<ScanView> {
    const triggered = await this.call('POST', `/sites/${siteId}/scans`, { body: { config } });
    if (triggered.status !== 202)
      throw new Error(`the trigger answered ${triggered.status}: ${triggered.text}`);
    // Each poll invokes two functions, which delays the scan, and few scans end sooner.
    await sleep(1_000);
    return this.settled(triggered.json.id);
  }

  /** Polls a scan until it is settled. */
  async settled(scanId: string, withinMs = 240_000): Promise<ScanView> {
    const deadline = Date.now() + withinMs;
    for (;;) {
      const { json } = await this.call<ScanView>('GET', `/scans/${scanId}`);
      if (json.report !== 'pending') return json;
      if (Date.now() > deadline) throw new Error(`the scan is not settled: ${JSON.stringify(json)}`);
      await sleep(400);
    }
  }
}
