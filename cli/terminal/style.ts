import { styleText } from 'node:util';
import type { Host, Output } from '../host.ts';
import type { Style } from './terminal.ts';

/** Marks text for a terminal. */
export const coloredStyle: Style = styleWith((mark, text) =>
  text === '' ? '' : styleText(mark, text, { validateStream: false }),
);

/** Leaves text as it is. */
export const plainStyle: Style = styleWith((_, text) => text);

function styleWith(apply: (mark: keyof Style, text: string) => string): Style {
  return {
    bold: (text) => apply('bold', text),
    red: (text) => apply('red', text),
    green: (text) => apply('green', text),
    yellow: (text) => apply('yellow', text),
  };
}

/**
 * Whether an output gets colours. A flag decides; else `NO_COLOR`, set to anything but nothing, says no
 * (https://no-color.org); else `FORCE_COLOR` says yes unless it is `0` or `false`
 * (https://nodejs.org/api/cli.html#force_color1-2-3); else a terminal that is not `dumb` gets them.
 * @param flag true for `--color`, false for `--no-color`, null for neither
 */
export function shouldUseColor(output: Output, env: Host['env'], flag: boolean | null): boolean {
  if (flag !== null) return flag;
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return !['0', 'false'].includes(env.FORCE_COLOR);
  return output.isTTY && env.TERM !== 'dumb';
}
