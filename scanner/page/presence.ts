import { setTimeout as pause } from 'node:timers/promises';
import { errorPhrases } from './error-phrases.ts';
import type { PageFailure } from './failure-watch.ts';
import { readCover } from './in-page/read-cover.ts';
import type { MainContent } from './in-page/read-main-content.ts';
import { type Presence, readPresence } from './in-page/read-presence.ts';
import { letTimePass } from './let-time-pass.ts';
import type { OpenPage } from './open-page.ts';
import { sanitizeText } from './sanitize-text.ts';
import { callInWorld, type World } from './world.ts';

/** From so many characters, or things such as links, headings and controls, a page is not nearly empty. */
const presenceLimits = { characters: 200, things: 3 } as const;
/** A page that shows less may be about to show more. */
const PROMISING_CHARACTERS = 50;
const PROMISING_GRAPHICS = 2;
/** A page about an error, such as a guide to maintenance, says more. */
const ERROR_CHARACTERS_MAX = 400;
const ERROR_THINGS_MAX = 6;
/** A heading such as “Technician for maintenance mode tests” has other words. */
const ERROR_SHARE = 0.35;
/** Virtual milliseconds after which a page that is transparent is read again: all different, as blinking is. */
const blinksMs = [23, 170, 510, 1_100] as const;
/** How long one of them may take by the clock of the wall, in milliseconds. */
const BLINK_TIMEOUT_MS = 1_000;
const FAILURES_NAMED = 3;
const NAME_MAX = 100;

/** How much of a page people can perceive, and what covers all of it; null if nothing does. */
export interface PagePresence extends Presence {
  cover: string | null;
}

/** Reads how much of a page people can perceive. @param excludeSelectors elements that count as no cover */
export async function readPagePresence(
  { session, clock }: OpenPage,
  world: World,
  excludeSelectors: readonly string[] = [],
): Promise<PagePresence> {
  const { characters, things } = presenceLimits;
  const [presence, cover] = await Promise.all([
    clock.bound('reading the page', callInWorld(session, world, readPresence, characters, things)),
    clock.bound('reading the page', callInWorld(session, world, readCover, excludeSelectors)),
  ]);
  return { ...presence, cover };
}

/**
 * The same for a page that has become stable: one that is transparent is read again some moments later, because an
 * animation without end can be transparent at one moment.
 */
export async function readSettledPresence(
  page: OpenPage,
  world: World,
  excludeSelectors: readonly string[],
): Promise<PagePresence> {
  let presence = await readPagePresence(page, world, excludeSelectors);
  for (const milliseconds of blinksMs) {
    if (!showsNothing(presence) || presence.transparent === null) break;
    if (!(await letTimePass(page, milliseconds, pause(BLINK_TIMEOUT_MS)))) break;
    presence = await readPagePresence(page, world, excludeSelectors);
  }
  return presence;
}

function showsNothing({ characters, things, graphics }: Presence): boolean {
  return characters === 0 && things === 0 && graphics === 0;
}

/**
 * True if a page shows so little that its scripts may still show the rest, as those of applications do, or if something
 * covers it, as splash screens do.
 */
export function mayShowMore({ characters, things, graphics, hasScripts, cover }: PagePresence): boolean {
  const showsLittle = things === 0 && characters < PROMISING_CHARACTERS && graphics <= PROMISING_GRAPHICS;
  return hasScripts && (showsLittle || cover !== null);
}

/** What is known of a page when it should show its content. */
export interface ShownPage {
  title: string;
  presence: PagePresence;
  content: MainContent;
  failures: readonly PageFailure[];
}

/**
 * Returns a sentence if there is evidence that people see another page than the one that was made: it shows hardly
 * anything, and something failed that it loads from its site, it says that it loads, or its content is transparent; it
 * says that an error occurred; something covers it; or none of its style sheets was loaded. Null otherwise.
 * @param isReady whether an element of the page showed that it is ready
 */
export function describeNoStart(
  { title, presence, content, failures }: ShownPage,
  isReady: boolean,
): string | null {
  const styles = failures.filter(({ kind }) => kind === 'style');
  const others = failures.filter(({ kind }) => kind !== 'style');
  return (
    (isReady ? null : (describeHardlyAnything(presence, others) ?? describeError(title, content))) ??
    describeCover(presence) ??
    (styles.length === 0 || presence.isStyled
      ? null
      : `The page has none of its style sheets: ${formatFailures(styles)}.`)
  );
}

/** Returns a sentence about a page whose title or text says that an error occurred, and that says little else. */
function describeError(title: string, { text, things }: MainContent): string | null {
  if (text.length > ERROR_CHARACTERS_MAX || things > ERROR_THINGS_MAX) return null;
  // A title can also have the name of the site.
  for (const line of [...title.split(/[|–—·:-]/), ...text.split('\n')]) {
    const [phrase] = errorPhrases.exec(line) ?? [];
    if (phrase !== undefined && phrase.length >= line.trim().length * ERROR_SHARE)
      return `The page says “${sanitizeText(phrase, NAME_MAX)}” and little else.`;
  }
  return null;
}

function describeCover({ cover }: PagePresence): string | null {
  if (cover === null) return null;
  return `The whole page is covered by ${sanitizeText(cover, NAME_MAX)}. If people can close it, exclude it with excludeSelectors.`;
}

function describeHardlyAnything(presence: Presence, failures: readonly PageFailure[]): string | null {
  const { characters, things, isLoading, transparent } = presence;
  if (characters >= presenceLimits.characters || things >= presenceLimits.things) return null;
  if (failures.length > 0)
    return `The page shows hardly anything, and this failed: ${formatFailures(failures)}.`;
  if (isLoading && things === 0) return 'The page shows hardly more than that it is loading.';
  if (!showsNothing(presence) || transparent === null) return null;
  return `Nothing on the page can be seen, because ${sanitizeText(transparent, NAME_MAX)} is transparent.`;
}

/** Formats what failed as "address (reason)". Those beyond some are counted. */
export function formatFailures(failures: readonly PageFailure[]): string {
  const named = failures.slice(0, FAILURES_NAMED).map(({ url, why }) => `${url} (${why})`);
  const more = failures.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
