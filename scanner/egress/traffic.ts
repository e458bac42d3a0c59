/** Limits of the traffic of one page through the proxy. */
export interface TrafficLimits {
  /** Bytes in both directions, as they are on the wire. */
  bytes: number;
  /** Bytes of responses after decompression, as the browser reports them. */
  decodedBytes: number;
  /** Each http request counts as one. Each tunnel counts as one, regardless of the requests in it. */
  requests: number;
  /** Connections open at the same time. */
  connections: number;
}

/**
 * Far above an ordinary page: the median page makes about 70 requests with 2.6 MB in total.
 * Source: https://almanac.httparchive.org/en/2024/page-weight
 */
export const pageTrafficLimits: TrafficLimits = {
  bytes: 100 * 1024 * 1024,
  decodedBytes: 250 * 1024 * 1024,
  requests: 2_000,
  connections: 256,
};

export interface PageTraffic {
  bytes: number;
  decodedBytes: number;
  requests: number;
  /** The limit that was exceeded first; null if none was. After that the proxy admits no traffic of the page. */
  exceededLimit: keyof TrafficLimits | null;
}

/** Counts the traffic of one page through the proxy and enforces its limits. */
export class TrafficMeter {
  readonly limits: TrafficLimits;
  readonly #onCut: () => void;
  #page: PageTraffic = createEmptyTraffic();
  #open = 0;

  /** @param onCut called once per page, when a limit is exceeded; must close the open connections */
  constructor(limits: TrafficLimits, onCut: () => void) {
    this.limits = limits;
    this.#onCut = onCut;
  }

  beginPage(): void {
    this.#page = createEmptyTraffic();
  }

  traffic(): PageTraffic {
    return { ...this.#page };
  }

  /** Requests one more connection. Returns false if a limit is exceeded; otherwise the caller must call `release`. */
  admit(): boolean {
    if (this.#page.exceededLimit !== null) return false;
    this.#page.requests += 1;
    if (this.#page.requests > this.limits.requests) this.#cut('requests');
    else if (this.#open >= this.limits.connections) this.#cut('connections');
    if (this.#page.exceededLimit !== null) return false;
    this.#open += 1;
    return true;
  }

  release(): void {
    this.#open -= 1;
  }

  count(bytes: number): void {
    this.#page.bytes += bytes;
    if (this.#page.bytes > this.limits.bytes) this.#cut('bytes');
  }

  /** Returns false if the limit is exceeded. */
  countDecoded(bytes: number): boolean {
    this.#page.decodedBytes += bytes;
    const isExceeded = this.#page.decodedBytes > this.limits.decodedBytes;
    if (isExceeded) this.#cut('decodedBytes');
    return !isExceeded;
  }

  #cut(limit: keyof TrafficLimits): void {
    if (this.#page.exceededLimit !== null) return;
    this.#page.exceededLimit = limit;
    this.#onCut();
  }
}

function createEmptyTraffic(): PageTraffic {
  return { bytes: 0, decodedBytes: 0, requests: 0, exceededLimit: null };
}
