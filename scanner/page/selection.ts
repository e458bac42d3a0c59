import type { PageSettings } from '../../core/scans/page-settings.ts';
import { type Selection, select } from './in-page/selection.ts';
import type { OpenPage } from './open-page.ts';
import { divide, passTime } from './pass-time.ts';
import { callInWorld, type World } from './world.ts';

/** Virtual milliseconds in which a page reacts to a dialog that was closed, and their wall-clock limit. */
const REACTION_MS = 150;
const CLOSING_MS = 5_000;

/** The part of a document that axe tests, in axe's format; null for the whole document. */
export type AxeContext = { include?: string[][]; exclude?: string[][] } | null;

export interface PageSelection {
  context: AxeContext;
  nothingSelected: boolean;
  /** Sentences for users about selectors of the scan that could not be applied. */
  shortcomings: string[];
  /** Selectors of includeSelectors that select nothing visible. */
  unselected: string[];
}

/**
 * Rules that axe runs on whole pages only. If a scan selects parts of a page, they are inapplicable, like the rules
 * about elements of the document itself.
 */
export const wholePageRules: readonly string[] = ['bypass'];

const everything: PageSelection = { context: null, nothingSelected: false, shortcomings: [], unselected: [] };

/**
 * Returns what the selectors of a scan select on a settled page. They are matched in the top document. A frame belongs
 * to its frame element, a shadow root to its host.
 */
export async function readSelection(
  page: OpenPage,
  world: World,
  { includeSelectors, excludeSelectors }: PageSettings,
): Promise<PageSelection> {
  if (includeSelectors.length === 0 && excludeSelectors.length === 0) return everything;
  const { session, clock } = page;
  const selection = await clock.bound(
    'matching the selectors',
    callInWorld(session, world, select, includeSelectors, excludeSelectors),
  );
  if (selection.hasClosed)
    await clock.bound('closing a dialog', passTime(page, world, divide(REACTION_MS)), CLOSING_MS);
  return {
    context: buildContext(selection),
    nothingSelected: selection.nothing,
    shortcomings: listShortcomings(selection),
    unselected: includeSelectors.filter((each) =>
      [selection.unmatched, selection.hidden, selection.invalid].some((list) => list.includes(each)),
    ),
  };
}

/**
 * Returns the context for axe: what is included, without anything that is excluded. axe itself tests an included
 * element even if it is within an excluded one. Null for the whole document, because axe does not accept an empty
 * context.
 */
function buildContext({ include, exclude }: Pick<Selection, 'include' | 'exclude'>): AxeContext {
  if (include.length === 0 && exclude.length === 0) return null;
  const excluded = `:is(${exclude.join(', ')})`;
  const outside = exclude.length === 0 ? '' : `:not(${excluded}, ${excluded} *)`;
  // Each selector is a list with one entry per frame. These have one entry, for the top document.
  return {
    ...(include.length > 0 ? { include: include.map((selector) => [`:is(${selector})${outside}`]) } : {}),
    ...(exclude.length > 0 ? { exclude: exclude.map((selector) => [selector]) } : {}),
  };
}

function listShortcomings({ unmatched, hidden, invalid }: Selection): string[] {
  const sentences: string[] = [];
  if (unmatched.length > 0)
    sentences.push(`No element matches ${unmatched.join(' and ')} of includeSelectors.`);
  if (hidden.length > 0)
    sentences.push(`All elements that match ${hidden.join(' and ')} of includeSelectors are hidden.`);
  if (invalid.length > 0)
    sentences.push(`The browser does not understand the selector ${invalid.join(' and ')}.`);
  return sentences;
}
