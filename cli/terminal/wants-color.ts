import type { Host, Output } from '../host.ts';

/**
 * Whether an output gets colours. A flag decides; else `NO_COLOR`, set to anything but nothing, says no
 * (https://no-color.org); else `FORCE_COLOR` says yes unless it is `0` or `false`
 * (https://nodejs.org/api/cli.html#force_color1-2-3); else a terminal that is not `dumb` gets them.
 * @param flag true for `--color`, false for `--no-color`, null for neither
 */
export function wantsColor(output: Output, env: Host['env'], flag: boolean | null): boolean {
  if (flag !== null) return flag;
  if (isSet(env.NO_COLOR)) return false;
  if (env.FORCE_COLOR !== undefined) return !['0', 'false'].includes(env.FORCE_COLOR);
  return output.isTTY && env.TERM !== 'dumb';
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
