import type { PagesOfRule } from './axe-pages.ts';
import { withoutExpected } from './exceptions.ts';
import { compare, type KnownPage } from './judge.ts';
import type { Transformation } from './transformations.ts';

/** Each page is judged once more as it is: a verdict that changes by itself says nothing about transformations. */
const unchanged = (page: KnownPage): Transformation => ({
  name: 'unchanged',
  apply: () => ({ html: page.html }),
});

/** Returns how the verdicts of pages differ if transformations change what is around their content, as lines. */
export async function listDifferences(
  pages: readonly KnownPage[],
  transformations: readonly Transformation[],
): Promise<string[]> {
  const differences = [
    ...(await Promise.all(pages.map((page) => compare([page], [unchanged(page)])))).flat(),
    ...(await compare(pages, transformations)),
  ];
  return differences.flatMap((each) => {
    const rest = withoutExpected(each);
    if (rest === null) return [];
    const { page, transformation, lost, gained, verdict } = rest;
    return [
      `${page.name} – ${transformation}: lost ${JSON.stringify(lost)}, gained ${JSON.stringify(gained)} (${verdict.outcome})`,
    ];
  });
}

/** Returns the first page with a finding and the first without one. */
export function chooseTwo({ bad, good }: PagesOfRule): KnownPage[] {
  return [...bad.slice(0, 1), ...good.slice(0, 1)];
}
