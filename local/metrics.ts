/** Metrics that AWS services count by themselves, with the dimension by which they are counted here. */
export type CountedMetric =
  /** Of AWS/Lambda, by the function's name. */
  | 'Invocations'
  | 'Errors'
  | 'Throttles'
  | 'AsyncEventsDropped'
  /** Of AWS/ApiGateway, by the API's id. */
  | '5XXError'
  /** Of AWS/SQS, by the queue's name. */
  | 'NumberOfMessagesReceived';

/** What was counted within one minute. */
export interface MinuteCount {
  /** Start of the minute, in milliseconds since the epoch. */
  at: number;
  value: number;
}

const MINUTE_MS = 60_000;

/** Counts what CloudWatch would count on AWS, by minute, since the start of the runtime. */
export class MetricCounters {
  private readonly counts = new Map<string, Map<number, number>>();

  count(metric: CountedMetric, of: string, by = 1): void {
    const key = `${metric} ${of}`;
    const minutes = this.counts.get(key) ?? new Map<number, number>();
    const at = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    minutes.set(at, (minutes.get(at) ?? 0) + by);
    this.counts.set(key, minutes);
  }

  /** Returns the counts of one function, API or queue; without `of` those of all of them. */
  list(metric: CountedMetric, of?: string): MinuteCount[] {
    const isWanted = (key: string) =>
      of === undefined ? key.startsWith(`${metric} `) : key === `${metric} ${of}`;
    return [...this.counts]
      .filter(([key]) => isWanted(key))
      .flatMap(([, minutes]) => [...minutes].map(([at, value]) => ({ at, value })));
  }

  /** Returns the sum of the counts that `list` returns. */
  sum(metric: CountedMetric, of?: string): number {
    return this.list(metric, of).reduce((total, { value }) => total + value, 0);
  }
}
