/** An error response of the public API. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type ApiAnswer = { status: number; headers: Headers; text: string; body: unknown };

/** A client of the public API: over HTTP, with a key. */
export class Api {
  private readonly baseUrl: string;
  private readonly apiKey: string | undefined;

  /** @param baseUrl ends in `/api/v1` */
  constructor(baseUrl: string, apiKey?: string) {
    this.baseUrl = baseUrl;
    this.apiKey = apiKey;
  }

  /**
   * Sends a request and returns the response.
   *
   * @param path begins with `/`, after the version
   * @throws ApiError for any status of 400 and above, with the detail of the problem
   */
  async call(method: string, path: string, body?: unknown): Promise<ApiAnswer> {
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: {
        ...(this.apiKey !== undefined && { 'X-API-Key': this.apiKey }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed = parse(text);
    if (!response.ok) {
      const { title, detail, code } = (parsed ?? {}) as { title?: string; detail?: string; code?: string };
      const explanation = detail ?? title ?? text.slice(0, 200);
      throw new ApiError(
        response.status,
        `${method} ${path} returned ${response.status} ${code ?? ''}: ${explanation}`,
      );
    }
    return { status: response.status, headers: response.headers, text, body: parsed };
  }
}

const HEALTHY_WITHIN_MS = 30_000;

/** Waits until the API's health check succeeds. */
export async function waitUntilHealthy(baseUrl: string): Promise<void> {
  const deadline = Date.now() + HEALTHY_WITHIN_MS;
  for (;;) {
    try {
      await new Api(baseUrl).call('GET', '/health');
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((wake) => setTimeout(wake, 200));
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
