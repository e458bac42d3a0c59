import type { ReportFinding } from '../../api/types.ts';

/** Returns the path to an element as one text: frames and shadow roots are separated by `>>`. */
export function formatPath(path: ReportFinding['target']): string {
  return path.flat().join(' >> ');
}
