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

/** Counts what CloudWatch would count on AWS, since the start of the runtime. */
export class MetricCounters {
  private readonly counts = new Map<string, number>();

  count(metric: CountedMetric, of: string, by = 1): void {
    const key = `${metric} ${of}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + by);
  }

  /** Returns the count of one function, API or queue; without `of` the sum over all of them. */
  sum(metric: CountedMetric, of?: string): number {
    if (of !== undefined) return this.counts.get(`${metric} ${of}`) ?? 0;
    const all = [...this.counts].filter(([key]) => key.startsWith(`${metric} `));
    return all.reduce((total, [, count]) => total + count, 0);
  }
}
