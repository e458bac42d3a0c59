import { type FindingState, findingStateNames } from '../comparison/states.ts';
import type { IssueGroup } from './report.ts';

/** Maximum number of pages of a group that are listed with their numbers. */
const GROUP_PAGES_LISTED = 20;

/** Numbers of findings of one page. */
interface PageNumbers {
  suppressed: number;
  /** Decided to be fine, without suppressed ones. */
  decidedFine: number;
  /** Only those that count. */
  byState: Readonly<Record<FindingState, number>>;
}

/** Numbers of a page: suppressed findings, those decided to be fine, then those that count by state. */
const numberNames = ['suppressed', 'fine', ...findingStateNames] as const;
const numbersPerPage = numberNames.length;

/**
 * The pages of a group that is on several pages; findings are added page by page. Each of the first 20 pages takes
 * about 60 bytes of memory, each further one 8.
 */
export class GroupPages {
  readonly ids: string[];
  /** `numbersPerPage` numbers for each listed page. */
  readonly #numbers: number[];

  constructor(firstPageId: string, { suppressed, decidedFine, byState }: PageNumbers) {
    this.ids = [firstPageId];
    this.#numbers = [suppressed, decidedFine, ...findingStateNames.map((state) => byState[state])];
  }

  /** @param number what the finding is counted as */
  add(pageId: string, number: 'suppressed' | 'fine' | FindingState): void {
    if (this.ids.at(-1) !== pageId) {
      this.ids.push(pageId);
      if (this.ids.length <= GROUP_PAGES_LISTED)
        this.#numbers.push(...new Array<number>(numbersPerPage).fill(0));
    }
    if (this.ids.length > GROUP_PAGES_LISTED) return;
    const at = this.#numbers.length - numbersPerPage + numberNames.indexOf(number);
    this.#numbers[at] = (this.#numbers[at] ?? 0) + 1;
  }

  listed(): IssueGroup['pages'] {
    return this.ids.slice(0, GROUP_PAGES_LISTED).map((pageId, index) => {
      const [suppressed = 0, decidedFine = 0, ...counts] = this.#numbers.slice(
        index * numbersPerPage,
        (index + 1) * numbersPerPage,
      );
      const byState = Object.fromEntries(
        findingStateNames.map((state, position) => [state, counts[position] ?? 0]),
      );
      return toGroupPage(pageId, { suppressed, decidedFine, byState: byState as PageNumbers['byState'] });
    });
  }
}

/** Returns the numbers of a group on one page, as the report shows them. */
export function toGroupPage(
  pageId: string,
  { suppressed, decidedFine, byState }: PageNumbers,
): IssueGroup['pages'][number] {
  const found = Object.entries(byState).filter(([, count]) => count > 0);
  const elements = found.reduce((sum, [, count]) => sum + count, suppressed + decidedFine);
  return { pageId, elements, suppressed, decidedFine, byState: Object.fromEntries(found) };
}
