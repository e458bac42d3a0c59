/** A contestant of the comparison. The list has the order of the table. */
export interface Contestant {
  id: string;
  /** Name in the table. */
  title: string;
  /** Its file in `contestants/`. */
  module: string;
  /** Whether it is ours, so that its cost is reported. */
  ours: boolean;
  /** Whether it also opens the pages with more than 1,500 elements. */
  large: boolean;
  /** It opens only one page out of this many, because it takes far longer than the others. */
  onePageIn: number;
}

const usual = { ours: false, large: true, onePageIn: 1 };

export const contestants: readonly Contestant[] = [
  { ...usual, id: 'engine', title: 'our engine', module: 'engine.ts', ours: true },
  { ...usual, id: 'floor', title: "the engine's steps, bare", module: 'floor.ts' },
  { ...usual, id: 'service', title: 'our service', module: 'service.ts', ours: true, large: false },
  { ...usual, id: 'bare', title: 'goto + axe', module: 'bare.ts' },
  { ...usual, id: 'axe-puppeteer', title: '@axe-core/puppeteer', module: 'axe-puppeteer.ts' },
  { ...usual, id: 'pa11y-ci', title: 'pa11y-ci (axe)', module: 'pa11y-ci.ts' },
  { ...usual, id: 'lighthouse', title: 'Lighthouse', module: 'lighthouse.ts', large: false, onePageIn: 12 },
];
