const unitMs: Record<string, number> = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * Parses a schedule expression like `rate(5 minutes)`.
 *
 * @returns the period in milliseconds, or undefined for any other expression (`cron(…)`, `at(…)`)
 */
export function parseRate(expression: string): number | undefined {
  const [, count, unit] = /^rate\((\d+) (second|minute|hour|day)s?\)$/.exec(expression) ?? [];
  const milliseconds = unitMs[unit ?? ''];
  return milliseconds === undefined || Number(count) < 1 ? undefined : Number(count) * milliseconds;
}
