import type { ReportedScan } from '../../core/reports/report-head.ts';

/** When a scan was asked for, began its first page and ended its last one. */
export class Times {
  readonly createdAt: Date;
  #startedAt: Date | undefined;

  constructor(createdAt: Date) {
    this.createdAt = createdAt;
  }

  /** Only the first time counts. */
  begin(now: Date): void {
    this.#startedAt ??= now;
  }

  until(now: Date): Pick<ReportedScan, 'createdAt' | 'startedAt' | 'finishedAt'> {
    const startedAt = this.#startedAt?.toISOString();
    return {
      createdAt: this.createdAt.toISOString(),
      ...(startedAt === undefined ? {} : { startedAt }),
      finishedAt: now.toISOString(),
    };
  }
}
