import { styleText } from 'node:util';
import type { Host, Output } from '../host.ts';
import type { Style } from './terminal.ts';

/** Styles text for a terminal. */
export const coloredStyle: Style = createStyle((format, text) =>
  text === '' ? '' : styleText(format, text, { validateStream: false }),
);

/** Returns text unchanged. */
export const plainStyle: Style = createStyle((_, text) => text);

function createStyle(apply: (format: keyof Style, text: string) => string): Style {
  return {
    bold: (text) => apply('bold', text),
    red: (text) => apply('red', text),
    green: (text) => apply('green', text),
    yellow: (text) => apply('yellow', text),
  };
}

/**
 * True if an output gets colors. The first of these decides: the flag; `NO_COLOR`, which means no if it is not empty
 * (https://no-color.org); `FORCE_COLOR`, which means yes unless it is `0` or `false`
 * (https://nodejs.org/api/cli.html#force_color1-2-3); whether the output is a terminal that is not `dumb`.
 * @param flag true for `--color`, false for `--no-color`, null for neither
 */
export function shouldUseColor(output: Output, env: Host['env'], flag: boolean | null): boolean {
  if (flag !== null) return flag;
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return !['0', 'false'].includes(env.FORCE_COLOR);
  return output.isTTY && env.TERM !== 'dumb';
}
