import type { SelectorPath } from '../scans/page-result.ts';
import { truncate } from '../text/line.ts';

/** Returns the last step of the path to an element, which describes it best, such as `img.hero`. */
export function getLastStep(target: SelectorPath, length: number): string {
  const last = target.at(-1) ?? '';
  const part = typeof last === 'string' ? last : (last.at(-1) ?? '');
  return truncate(part.split(' > ').at(-1) ?? part, length);
}
