/**
 * For how long a pause that only one account reported applies to other accounts, in seconds. Reports come from
 * browsers, which a page may have taken over: one of them must not keep other accounts from a host.
 */
const UNCONFIRMED_PAUSE_SECONDS = 60;

/** A pause that a host requested from the scans of one account. Times are RFC 3339 UTC. */
export interface HostPause {
  accountId: string;
  until: string;
  reportedAt: string;
}

/**
 * Returns for how many seconds an account opens no page of a host: until the end of the pause that its own scans
 * reported, or that two other accounts reported. A pause that one other account reported applies for a short time.
 */
export function getHostPauseSeconds(pauses: readonly HostPause[], accountId: string, now: Date): number {
  const own = pauses.filter((pause) => pause.accountId === accountId);
  const others = pauses.filter((pause) => pause.accountId !== accountId);
  const [, confirmed = 0] = others.map(({ until }) => Date.parse(until)).sort((a, b) => b - a);
  const ends = [
    confirmed,
    ...own.map(({ until }) => Date.parse(until)),
    ...others.map(({ until, reportedAt }) =>
      Math.min(Date.parse(until), Date.parse(reportedAt) + UNCONFIRMED_PAUSE_SECONDS * 1_000),
    ),
  ];
  return Math.max(0, Math.ceil((Math.max(...ends) - now.getTime()) / 1_000));
}
