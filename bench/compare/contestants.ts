/** Who takes part, in the order of the table. */
export interface Contestant {
  id: string;
  /** What it is called in the table. */
  title: string;
  /** Its file in `contestants/`. */
  module: string;
  /** Whether it is one of ours, and so reported with a cost. */
  ours: boolean;
  /** Whether it opens the pages above 1,500 elements too. */
  large: boolean;
  /** It takes one page in so many only, for it needs far longer than the others. */
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
