/**
 * Share of the cores below which other load is ignored. The site's server and the measurement itself cause a little.
 */
const QUIET_SHARE = 0.15;

/**
 * Returns a warning if other processes used the machine during the measurements, otherwise an empty list.
 * @param rows measurements, each with the average number of cores that other processes used
 * @param cores number of cores of the machine
 */
export function describeDisturbance(rows: readonly { coresOfOthers: number }[], cores: number): string[] {
  const most = Math.max(0, ...rows.map(({ coresOfOthers }) => coresOfOthers));
  if (most <= QUIET_SHARE * cores) return [];
  return [
    `NOT QUIET: other processes used up to ${most.toFixed(1)} of ${cores} cores during the measurement. Times are too long, and ratios are uncertain. Measure again on a quiet machine.`,
  ];
}
