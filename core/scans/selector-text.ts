import type { SelectorPath } from './page-result.ts';

/**
 * Where an element is, in one line: ` >>> ` into a shadow root and ` | ` into a frame, which no selector has
 * outside of quotes.
 */
export function formatSelector(target: SelectorPath): string {
  return target.map((frame) => (typeof frame === 'string' ? frame : frame.join(' >>> '))).join(' | ');
}

/** Where an element is, in one line that a person can follow. */
export function formatElementPath({
  path,
  target,
}: {
  path?: SelectorPath | undefined;
  target: SelectorPath;
}): string {
  return formatSelector(path ?? target);
}
