import type { Finding } from '../../api/types.ts';

/** Returns the path to an element as one text: frames and shadow roots are separated by `>>`. */
export function formatPath(path: Finding['target']): string {
  return path.flat().join(' >> ');
}
