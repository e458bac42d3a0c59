import type { Host, Output } from '../host.ts';
import type { Style } from './terminal.ts';

type Mark = keyof Style;

/** Parameters of Select Graphic Rendition: on and off (ECMA-48, 8.3.117). */
const codes: Record<Mark, readonly [on: number, off: number]> = {
  bold: [1, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: what marks text begins with one
const marks = /\u001b\[\d+m/g;

/** Marks text for a terminal. */
export const colored: Style = styleWith((mark, text) => {
  const [on, off] = codes[mark];
  return text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`;
});

/** Leaves text as it is. */
export const plain: Style = styleWith((_, text) => text);

/** Text without what `colored` put into it. */
export function withoutMarks(text: string): string {
  return text.replace(marks, '');
}

function styleWith(apply: (mark: Mark, text: string) => string): Style {
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
export function wantsColor(output: Output, env: Host['env'], flag: boolean | null): boolean {
  if (flag !== null) return flag;
  if (isSet(env.NO_COLOR)) return false;
  if (env.FORCE_COLOR !== undefined) return !['0', 'false'].includes(env.FORCE_COLOR);
  return output.isTTY && env.TERM !== 'dumb';
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
