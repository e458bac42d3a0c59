import type { SelectorPath } from './page-result.ts';

/**
 * Returns the location of an element in one line. ` >>> ` enters a shadow root and ` | ` enters a frame; no selector
 * contains these outside of quotes.
 */
export function formatSelector(target: SelectorPath): string {
  return target.map((frame) => (typeof frame === 'string' ? frame : frame.join(' >>> '))).join(' | ');
}

/** Returns the location of an element in one line, readable for people. */
export function formatElementPath({
  path,
  target,
}: {
  path?: SelectorPath | undefined;
  target: SelectorPath;
}): string {
  return formatSelector(path ?? target);
}
