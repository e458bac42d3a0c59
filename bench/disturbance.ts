/** The site's server and the measuring itself take a little, so that some is nothing to speak of. */
const QUIET_SHARE = 0.15;

/**
 * What to say of a machine that did something else meanwhile; nothing of one that did not.
 * @param rows measurements, each with the cores that other processes used on average
 * @param cores of the machine
 */
export function disturbance(rows: readonly { coresOfOthers: number }[], cores: number): string[] {
  const most = Math.max(0, ...rows.map(({ coresOfOthers }) => coresOfOthers));
  if (most <= QUIET_SHARE * cores) return [];
  return [
    `NOT QUIET: other processes used up to ${most.toFixed(1)} of ${cores} cores meanwhile. Times are too long, and their ratios uncertain.`,
  ];
}
