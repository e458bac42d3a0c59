import type { FindingKind } from '../findings/finding-kind.ts';
import type { Impact } from '../scans/page-result.ts';

/** The beginning of the id of every check of the service itself. No rule of axe-core begins with it. */
export const CHECK_ID_PREFIX = 'a11y-';

/** What a check uses. The scanner has one phase for each group of needs, see docs/changing.md. */
export const checkNeeds = {
  dom: 'the elements, attributes, texts and styles of each document',
  listeners: 'what `dom` uses, and the event listeners of the elements',
  languages: 'what `dom` uses, and the languages of the texts, which the scanner detects',
  layout: 'the positions and sizes of the elements in the viewport of the scan',
  keyboard: 'key events in the page',
  time: 'the passing of time in the page',
  viewport: 'other sizes, zoom levels or spacings than those of the scan',
  site: 'all pages of the scan',
} as const;
export type CheckNeed = keyof typeof checkNeeds;

/** What checks need that act on the page: they run in safe mode, after everything that only reads the page. */
const actingNeeds = ['viewport', 'keyboard', 'time'] as const satisfies readonly CheckNeed[];
export type ActingNeed = (typeof actingNeeds)[number];

/** True for a need of checks that act on the page. */
export function isActingNeed(need: CheckNeed): need is ActingNeed {
  return (actingNeeds as readonly CheckNeed[]).includes(need);
}

/** axe-core's categories of rules, without the prefix `cat.` of their tags. */
export type CheckCategory =
  | 'aria'
  | 'color'
  | 'forms'
  | 'keyboard'
  | 'language'
  | 'name-role-value'
  | 'parsing'
  | 'semantics'
  | 'sensory-and-visual-cues'
  | 'structure'
  | 'tables'
  | 'text-alternatives'
  | 'time-and-media';

/** The data of a check of the service itself: what it tests, how it can be wrong, and how to fix its findings. */
export interface CheckDefinition {
  /** Begins with `CHECK_ID_PREFIX`; the rest is the name of its folder in `scanner/checks/`. */
  id: string;
  /** Increase it with each change that may change the findings. A comparison then does not blame the page for them. */
  version: number;
  /** The requirement, in one line. */
  help: string;
  /** What the check tests, in one or two sentences. */
  description: string;
  category: CheckCategory;
  /** Plain numbers of the success criteria that a finding violates; empty for a best practice. */
  successCriteria: readonly string[];
  /** Ids of the ACT rules that it implements, also in part: https://www.w3.org/WAI/standards-guidelines/act/rules/ */
  actRules: readonly string[];
  impact: Impact;
  /**
   * Rules of axe-core that test the same. On an element that this check has judged, passed or not, its verdict stands
   * for theirs, because it knows more.
   */
  answers?: readonly string[];
  needs: CheckNeed;
  /** The kinds of its findings. A violation is one that no expert would dispute. */
  kinds: readonly FindingKind[];
  /** What the check assumes. If that is not true on a page, a finding or its absence is wrong. */
  assumptions: string;
  /** How to fix a finding, for a person who does not know the check. */
  remedy: string;
  /** What a person must decide about a finding that needs review; null if no finding does. */
  question: string | null;
}
