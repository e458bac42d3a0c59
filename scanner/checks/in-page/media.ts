import type { PageElement } from './axe.ts';
import type { CheckedPage } from './checked-page.ts';
import { LEVELS_MAX, readVisibleText } from './fields.ts';
import { getFileName } from './image-files.ts';
import { isElement } from './nodes.ts';
import { toWords } from './words/languages.ts';
import { RECORDING, SAME_CONTENT } from './words/media.ts';

/** Members of media elements: they have no content that could hide them. */
interface MediaElement {
  muted: boolean;
  readyState: number;
  captureStream(): { getTracks(): { kind: string; stop(): void }[] };
}
/** The value of `readyState` from which the tracks are known. */
const HAVE_METADATA = 1;

/** Length of a text beside media that may be its transcript. */
const TEXT_MIN = 200;
/** Nodes before and after media among which the next elements are looked for. */
const NODES_BESIDE = 4;
/** Elements around media without the controls of the browser within which a button belongs to them. */
const PLAYER_LEVELS = 3;
/** Elements around media, without another text, beside which a text belongs to them. */
const WRAPPER_LEVELS = 3;
/** The position behind a sentence, and a sentence that ends. */
const SENTENCE_END = /(?<=[.!?。])/;
const ENDED = /[.!?。]$/;
/** Minimum number of words of a text that a recording can repeat. */
const REPEATED_WORDS_MIN = 3;

/** Returns the media to test that users can play, or that play with sound, and that are no decoration. */
export function listPlayedMedia(page: CheckedPage, name: 'audio' | 'video'): PageElement[] {
  let withButton: ReadonlySet<PageElement> | undefined;
  return page.byTag(name).filter((element) => {
    const isPlaying = element.hasAttr('autoplay') && !isMuted(element);
    // What is seen or heard by itself is so whatever assistive technology gets.
    if (element.attr('aria-hidden') === 'true' && name === 'audio' && !isPlaying) return false;
    if (!element.hasAttr('controls') && !isPlaying) {
      if (element.hasAttr('autoplay') || !hasSource(element)) return false;
      withButton ??= listAroundButtons(page);
      if (!isInPlayer(element, withButton)) return false;
      // Sound without the controls of the browser has no box.
      if (name === 'audio') return true;
    }
    if (name === 'audio') return isPlaying || (page.isExposed(element) && page.isVisible(element));
    return page.isVisible(element);
  });
}

/** True for media that begin without sound, also if a script says so. */
function isMuted(element: PageElement): boolean {
  return element.hasAttr('muted') || (element.actualNode as MediaElement).muted;
}

function hasSource(element: PageElement): boolean {
  return [element, ...element.children.filter(isElement)].some((each) => (each.attr('src') ?? '') !== '');
}

/** Returns the elements that contain a visible button. */
function listAroundButtons(page: CheckedPage): ReadonlySet<PageElement> {
  const found = new Set<PageElement>();
  const roles = page.byAttribute('role').filter((element) => page.role(element) === 'button');
  for (const button of [...page.byTag('button'), ...roles]) {
    if (!page.isVisible(button)) continue;
    for (
      let up = button.parent as PageElement | null;
      up !== null && !found.has(up);
      up = up.parent as PageElement | null
    )
      found.add(up);
  }
  return found;
}

/** True if a button is near media: scripts show players with buttons of their own. */
function isInPlayer(element: PageElement, withButton: ReadonlySet<PageElement>): boolean {
  let up = element.parent as PageElement | null;
  for (let level = 0; up !== null && level < PLAYER_LEVELS; level += 1) {
    if (['body', 'main'].includes(up.props.nodeName)) return false;
    if (withButton.has(up)) return true;
    up = up.parent as PageElement | null;
  }
  return false;
}

/** True if the browser has found no sound track in a video. What media of other hosts have is unknown. */
export function isSilent(element: PageElement): boolean {
  const media = element.actualNode as MediaElement;
  if (media.readyState < HAVE_METADATA) return false;
  try {
    const tracks = media.captureStream().getTracks();
    for (const track of tracks) track.stop();
    return tracks.length > 0 && !tracks.some(({ kind }) => kind === 'audio');
  } catch {
    return false;
  }
}

/** True if media have a track of one of the kinds. */
export function hasTrack(element: PageElement, ...kinds: string[]): boolean {
  return element.children.some(
    (child) =>
      isElement(child) &&
      child.props.nodeName === 'track' &&
      kinds.includes((child.attr('kind') ?? 'subtitles').toLowerCase()) &&
      /\S/.test(child.attr('src') ?? ''),
  );
}

/** Returns the names of the files of media. */
export function readFileNames(element: PageElement): string {
  const sources = element.children.filter(isElement);
  return [element, ...sources].map((each) => getFileName(each.attr('src') ?? '')).join(' ');
}

/** Returns the controls, that everybody gets, whose name has words, such as links to a transcript. */
export function listControls(page: CheckedPage, words: RegExp): PageElement[] {
  const byRole = page
    .byAttribute('role')
    .filter((element) =>
      ['link', 'button', 'tab', 'menuitemcheckbox', 'switch'].includes(page.role(element) ?? ''),
    );
  return [...new Set([...page.byTag('a', 'button', 'summary'), ...byRole])].filter(
    (control) => words.test(page.name(control)) && page.isVisible(control) && page.isExposed(control),
  );
}

/**
 * Returns the elements whose text says that a recording repeats what the page says. Everybody must get this text, and
 * another one that the recording can repeat.
 */
export function listRepeating(page: CheckedPage): PageElement[] {
  const isRead = ({ element }: { element: PageElement }) =>
    // The part of the whole page joins texts that are far apart.
    element !== page.root && page.isVisible(element) && page.isExposed(element) && !isMovedAway(element);
  const found = page
    .textParts()
    .filter((part) => SAME_CONTENT.test(part.text) && RECORDING.test(part.text) && isRead(part));
  if (found.length === 0) return [];
  let words = 0;
  for (const part of page.textParts()) {
    for (const sentence of part.text.split(SENTENCE_END)) {
      if (!ENDED.test(sentence)) continue;
      if (!SAME_CONTENT.test(sentence) && isRead(part)) words += toWords(sentence).length;
    }
    if (words >= REPEATED_WORDS_MIN) return found.map(({ element }) => element);
  }
  return [];
}

/**
 * Returns the recordings that other elements, such as links to transcripts, belong to. Such an element belongs to the
 * only recording of the smallest element around it that has one. The others belong to the other recordings only if
 * there is one for each.
 */
export function listServed(
  recordings: readonly PageElement[],
  others: readonly PageElement[],
): ReadonlySet<PageElement> {
  const around = new Map<PageElement, PageElement | 'several'>();
  for (const recording of recordings) {
    for (const up of listAround(recording)) around.set(up, around.has(up) ? 'several' : recording);
  }
  const served = new Set<PageElement>();
  let left = 0;
  for (const other of others) {
    const nearest = listAround(other).find((up) => around.has(up));
    const found = nearest === undefined ? undefined : around.get(nearest);
    if (found === undefined || found === 'several') left += 1;
    else served.add(found);
  }
  const isEnough = left > 0 && left >= recordings.length - served.size;
  return isEnough || (recordings.length === 1 && others.length > 0) ? new Set(recordings) : served;
}

/** Returns an element and the elements around it; a few of many. */
function listAround(element: PageElement): PageElement[] {
  const around: PageElement[] = [];
  let up: PageElement | null = element;
  for (let level = 0; up !== null && level <= LEVELS_MAX; level += 1) {
    around.push(up);
    up = up.parent as PageElement | null;
  }
  return around;
}

/** True if the element before or after media, or a block with nothing else, has a long text that everybody gets. */
export function hasTextBeside(page: CheckedPage, element: PageElement): boolean {
  let media = element;
  for (let level = 0; level < WRAPPER_LEVELS; level += 1) {
    if (hasLongTextBeside(page, media)) return true;
    const parent = media.parent as PageElement | null;
    if (parent === null || ['body', 'main', 'li', 'td'].includes(parent.props.nodeName)) return false;
    // A text within it would be that of the media.
    if (page.find(parent.actualNode) === undefined || readVisibleText(page, parent) !== '') return false;
    media = parent;
  }
  return false;
}

function hasLongTextBeside(page: CheckedPage, element: PageElement): boolean {
  const siblings = element.parent?.children ?? [];
  const at = page.indexOf(element);
  const before = siblings
    .slice(Math.max(0, at - NODES_BESIDE), at)
    .filter(isElement)
    .at(-1);
  const [after] = siblings.slice(at + 1, at + 1 + NODES_BESIDE).filter(isElement);
  return [before, after]
    .filter((each) => each !== undefined)
    .some(
      (each) => readVisibleText(page, each).length >= TEXT_MIN && page.isExposed(each) && !isMovedAway(each),
    );
}

/** True for a text that is moved out of its box. */
function isMovedAway(element: PageElement): boolean {
  return Number.parseFloat(element.getComputedStylePropertyValue('text-indent')) < -500;
}
