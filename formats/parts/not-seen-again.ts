import { formatCount } from './words.ts';

/** Returns how many findings of the baseline were not seen again, and why. @param count at least 1 */
export function describeNotSeenAgain(count: number): string {
  return `${formatCount(count, 'finding')} of the baseline ${count === 1 ? 'was' : 'were'} not seen again: the page or frame was not scanned again, the page was possibly incomplete, or the rule did not run or did not list all elements.`;
}
