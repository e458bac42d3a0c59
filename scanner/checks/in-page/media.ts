import type { PageElement } from './axe.ts';
import type { CheckedPage } from './checked-page.ts';
import { getFileName } from './image-files.ts';
import { isElement } from './nodes.ts';
import { readText } from './text.ts';
import { MEDIA_ALTERNATIVE, SAME_CONTENT } from './words/media.ts';

/** Length of a text beside media that may be its transcript, and the maximum of what is read of it. */
const TEXT_MIN = 200;
const TEXT_MAX = 100_000;
/** Nodes before and after media among which the next elements are looked for. */
const NODES_BESIDE = 4;

/** Returns the media to test that users can play, or that play with sound, and that are no decoration. */
export function listPlayedMedia(page: CheckedPage, name: 'audio' | 'video'): PageElement[] {
  return page.byTag(name).filter((element) => {
    const isPlayed =
      element.hasAttr('controls') || (element.hasAttr('autoplay') && !element.hasAttr('muted'));
    if (!isPlayed || element.attr('aria-hidden') === 'true') return false;
    // Sound that plays by itself has no box.
    return name === 'audio'
      ? page.isExposed(element) || element.hasAttr('autoplay')
      : page.isVisible(element);
  });
}

/** True if media have a track of one of the kinds. */
export function hasTrack(element: PageElement, ...kinds: string[]): boolean {
  return element.children.some(
    (child) =>
      isElement(child) &&
      child.props.nodeName === 'track' &&
      kinds.includes((child.attr('kind') ?? 'subtitles').toLowerCase()) &&
      child.hasAttr('src'),
  );
}

/** Returns the names of the files of media. */
export function readFileNames(element: PageElement): string {
  const sources = element.children.filter(isElement);
  return [element, ...sources].map((each) => getFileName(each.attr('src') ?? '')).join(' ');
}

/** True if a control of the page leads to an alternative of media, such as a transcript. */
export function leadsToAlternative(page: CheckedPage): boolean {
  return page
    .byTag('a', 'button', 'summary')
    .some((control) => MEDIA_ALTERNATIVE.test(page.name(control)) && page.isVisible(control));
}

/** True if a text that everybody gets says that media repeat what the page says. */
export function repeatsPage(page: CheckedPage): boolean {
  return page
    .textParts()
    .some(
      ({ text, element }) => SAME_CONTENT.test(text) && page.isVisible(element) && page.isExposed(element),
    );
}

/** True if the element before or after media has a long text that everybody gets. */
export function hasTextBeside(page: CheckedPage, element: PageElement): boolean {
  const siblings = element.parent?.children ?? [];
  const at = page.indexOf(element);
  const before = siblings
    .slice(Math.max(0, at - NODES_BESIDE), at)
    .filter(isElement)
    .at(-1);
  const [after] = siblings.slice(at + 1, at + 1 + NODES_BESIDE).filter(isElement);
  return [before, after]
    .filter((each) => each !== undefined)
    .some((each) => {
      const text = readText(each, TEXT_MAX);
      const isLong = text === null || text.length >= TEXT_MIN;
      return isLong && page.isVisible(each) && page.isExposed(each) && !isMovedAway(each);
    });
}

/** True for a text that is moved out of its box. */
function isMovedAway(element: PageElement): boolean {
  return Number.parseFloat(element.getComputedStylePropertyValue('text-indent')) < -500;
}
