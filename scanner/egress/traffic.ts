/** How much one page may move through the proxy. */
export interface TrafficLimits {
  /** Bytes in both directions, as they are on the wire. */
  bytes: number;
  /** Requests: every plain one, and every tunnel however many requests are in it. */
  requests: number;
  /** Connections open at the same time. */
  connections: number;
}

/**
 * Far above an ordinary page: the median makes some 70 requests of 2.6 MB in all.
 * Source: https://almanac.httparchive.org/en/2024/page-weight
 */
export const pageTrafficLimits: TrafficLimits = {
  bytes: 100 * 1024 * 1024,
  requests: 2_000,
  connections: 256,
};

export interface PageTraffic {
  bytes: number;
  requests: number;
  /** The limit that was reached first; from then on nothing more is let through for the page. */
  exceededLimit: keyof TrafficLimits | null;
}

/** Counts what goes through the proxy for one page and says when it is enough. */
export class TrafficMeter {
  readonly limits: TrafficLimits;
  readonly #onCut: () => void;
  #page: PageTraffic = { bytes: 0, requests: 0, exceededLimit: null };
  #open = 0;

  /** @param onCut called once per page, when a limit is reached: whatever is still open should be ended */
  constructor(limits: TrafficLimits, onCut: () => void) {
    this.limits = limits;
    this.#onCut = onCut;
  }

  beginPage(): void {
    this.#page = { bytes: 0, requests: 0, exceededLimit: null };
  }

  traffic(): PageTraffic {
    return { ...this.#page };
  }

  /** Asks for one more connection. @returns false when there is none left to give; else `release` ends it */
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

  #cut(limit: keyof TrafficLimits): void {
    if (this.#page.exceededLimit !== null) return;
    this.#page.exceededLimit = limit;
    this.#onCut();
  }
}
