import { getNetwork, getSource, SourceCounter } from './source-counter.ts';

/** How many events are allowed per minute, by what they have in common. */
export interface SourceLimits {
  /** An IPv4 address, or an IPv6 network of 64 bits. */
  source: number;
  /** An IPv6 network of 48 bits. One customer usually has such a network, and 65,536 sources in it. */
  network: number;
  /** What the events concern, such as an API key, from any address. */
  subject: number;
}

/** Who caused an event. */
interface Origin {
  sourceIp: string;
  subject: string;
}

/** Limits events by source, network and subject. Each kind has its own counters, so that one cannot evict another. */
export class SourceBudgets {
  readonly #limits: SourceLimits;
  readonly #counters = {
    source: new SourceCounter(),
    network: new SourceCounter(),
    subject: new SourceCounter(),
  };

  constructor(limits: SourceLimits) {
    this.#limits = limits;
  }

  /** True if no more events of the origin are allowed in this minute. */
  isSpent(origin: Origin, now: Date): boolean {
    return listNames(origin).some(
      ([kind, name]) => this.#counters[kind].read(name, now) >= this.#limits[kind],
    );
  }

  /** Counts an event. */
  add(origin: Origin, now: Date): void {
    for (const [kind, name] of listNames(origin)) this.#counters[kind].add(name, now);
  }
}

function listNames({ sourceIp, subject }: Origin): [kind: keyof SourceLimits, name: string][] {
  const network = getNetwork(sourceIp);
  return [
    ['source', getSource(sourceIp)],
    ...(network === null ? [] : ([['network', network]] as ['network', string][])),
    ['subject', subject],
  ];
}
