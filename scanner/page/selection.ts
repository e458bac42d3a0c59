import type { PageSettings } from '../../core/scans/page-settings.ts';
import { type Selection, select } from './in-page/selection.ts';
import type { OpenPage } from './open-page.ts';
import { callIn, type World } from './world.ts';

/** The part of a document that axe looks at, in axe's own form; null for all of it. */
export type AxeContext = { include?: string[][]; exclude?: string[][] } | null;

/** What of a page is judged. */
export interface Judged {
  context: AxeContext;
  nothingSelected: boolean;
  /** For people: what of the scan's selectors could not be followed. */
  shortcomings: string[];
}

const everything: Judged = { context: null, nothingSelected: false, shortcomings: [] };

/**
 * Finds out what the selectors of a scan come to on a settled page. They are matched in the top document; a frame or
 * a shadow root counts with the element that holds it.
 */
export async function selectionOf(
  { session, clock }: OpenPage,
  world: World,
  { includeSelectors, excludeSelectors }: PageSettings,
): Promise<Judged> {
  if (includeSelectors.length === 0 && excludeSelectors.length === 0) return everything;
  const selection = await clock.bound(
    'matching the selectors',
    callIn(session, world, select, includeSelectors, excludeSelectors),
  );
  const { include, exclude, nothing } = selection;
  return {
    // One entry a frame: these are of the top document.
    context: {
      ...(include.length > 0 ? { include: include.map((selector) => [selector]) } : {}),
      ...(exclude.length > 0 ? { exclude: exclude.map((selector) => [selector]) } : {}),
    },
    nothingSelected: nothing,
    shortcomings: shortcomingsOf(selection),
  };
}

function shortcomingsOf({ unmatched, invalid }: Selection): string[] {
  const sentences: string[] = [];
  if (unmatched.length > 0) sentences.push(`Nothing matches ${unmatched.join(' and ')} of includeSelectors.`);
  if (invalid.length > 0)
    sentences.push(`The browser does not understand the selector ${invalid.join(' and ')}.`);
  return sentences;
}
