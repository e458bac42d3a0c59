import type { PageSettings } from '../../core/scans/page-settings.ts';
import { type Selection, select } from './in-page/selection.ts';
import type { OpenPage } from './open-page.ts';
import { callInWorld, type World } from './world.ts';

/** The part of a document that axe looks at, in axe's own form; null for all of it. */
export type AxeContext = { include?: string[][]; exclude?: string[][] } | null;

export interface PageSelection {
  context: AxeContext;
  nothingSelected: boolean;
  /** For people: what of the scan's selectors could not be followed. */
  shortcomings: string[];
  /** Selectors of includeSelectors that select nothing that is shown. */
  unselected: string[];
}

/**
 * Rules that axe runs on whole pages only. Where a scan selects parts they do not apply, as rules about the document's
 * own elements do not.
 */
export const wholePageRules: readonly string[] = ['bypass'];

const everything: PageSelection = { context: null, nothingSelected: false, shortcomings: [], unselected: [] };

/**
 * Finds what the selectors of a scan select on a settled page. They are matched in the top document; a frame or
 * a shadow root counts with the element that holds it.
 */
export async function readSelection(
  { session, clock }: OpenPage,
  world: World,
  { includeSelectors, excludeSelectors }: PageSettings,
): Promise<PageSelection> {
  if (includeSelectors.length === 0 && excludeSelectors.length === 0) return everything;
  const selection = await clock.bound(
    'matching the selectors',
    callInWorld(session, world, select, includeSelectors, excludeSelectors),
  );
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
 * The context in which axe judges what is selected, and nothing that is excluded: axe by itself judges an element to
 * include although it is within one to exclude. Null where nothing is to be kept from it, because it takes no context
 * that is empty.
 */
function buildContext({ include, exclude }: Pick<Selection, 'include' | 'exclude'>): AxeContext {
  if (include.length === 0 && exclude.length === 0) return null;
  const excluded = `:is(${exclude.join(', ')})`;
  const outside = exclude.length === 0 ? '' : `:not(${excluded}, ${excluded} *)`;
  // One entry a frame: these are of the top document.
  return {
    ...(include.length > 0 ? { include: include.map((selector) => [`:is(${selector})${outside}`]) } : {}),
    ...(exclude.length > 0 ? { exclude: exclude.map((selector) => [selector]) } : {}),
  };
}

function listShortcomings({ unmatched, hidden, invalid }: Selection): string[] {
  const sentences: string[] = [];
  if (unmatched.length > 0) sentences.push(`Nothing matches ${unmatched.join(' and ')} of includeSelectors.`);
  if (hidden.length > 0)
    sentences.push(`Nothing is shown of what ${hidden.join(' and ')} of includeSelectors matches.`);
  if (invalid.length > 0)
    sentences.push(`The browser does not understand the selector ${invalid.join(' and ')}.`);
  return sentences;
}
