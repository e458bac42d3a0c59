import type { PageFailure } from './failure-watch.ts';
import { type Presence, readPresence } from './in-page/read-presence.ts';
import type { OpenPage } from './open-page.ts';
import { sanitizeText } from './sanitize-text.ts';
import { callInWorld, type World } from './world.ts';

/** From so many characters, or things such as links, headings and controls, a page is not nearly empty. */
const presenceLimits = { characters: 200, things: 3 } as const;
/** A page that shows less may be about to show more. */
const PROMISING_CHARACTERS = 50;
const PROMISING_GRAPHICS = 2;
const FAILURES_NAMED = 3;
const NAME_MAX = 100;

/** Reads how much of a page people can perceive. */
export async function readPagePresence({ session, clock }: OpenPage, world: World): Promise<Presence> {
  const { characters, things } = presenceLimits;
  return clock.bound('reading the page', callInWorld(session, world, readPresence, characters, things));
}

/** True if a page shows so little that its scripts may still show the rest, as those of applications do. */
export function mayShowMore({ characters, things, graphics, hasScripts }: Presence): boolean {
  return hasScripts && things === 0 && characters < PROMISING_CHARACTERS && graphics <= PROMISING_GRAPHICS;
}

/**
 * Returns a sentence if a page shows hardly anything and there is evidence that it should show more: something failed
 * that it loads from its site, it says that it loads, or its content is transparent. Null otherwise.
 */
export function describeNoStart(
  { characters, things, graphics, isLoading, transparent }: Presence,
  failures: readonly PageFailure[],
): string | null {
  if (characters >= presenceLimits.characters || things >= presenceLimits.things) return null;
  if (failures.length > 0)
    return `The page shows hardly anything, and this failed: ${formatFailures(failures)}.`;
  if (isLoading && things === 0) return 'The page shows hardly more than that it is loading.';
  const showsNothing = characters === 0 && things === 0 && graphics === 0;
  if (!showsNothing || transparent === null) return null;
  return `Nothing on the page can be seen, because ${sanitizeText(transparent, NAME_MAX)} is transparent.`;
}

/** Formats what failed as "address (reason)". Those beyond some are counted. */
export function formatFailures(failures: readonly PageFailure[]): string {
  const named = failures.slice(0, FAILURES_NAMED).map(({ url, why }) => `${url} (${why})`);
  const more = failures.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
