import type { Dom, DomWorld } from '../../page/in-page/dom.ts';
import { type Check, fail, pass } from '../check.ts';
import { type CheckedPage, listElementsWithin } from '../in-page/checked-page.ts';
import { listLinks } from '../in-page/link-texts.ts';
import { skipWords } from '../skip-link-target/words.ts';

declare const document: object;

const skipPhrases = Object.values(skipWords).flat();
/** Events of which a listener may lead to a target that is no element. */
const handling: ReadonlySet<string> = new Set(
  'click mousedown mouseup pointerdown pointerup keydown hashchange popstate navigate'.split(' '),
);

/** Tests the links to fragments of their own page. */
export const check: Check = function* (page) {
  if (page.documentListeners().some(({ type }) => handling.has(type))) return;
  const isHandled = (element: Parameters<CheckedPage['listeners']>[0]) =>
    page.listeners(element).some(({ type }) => handling.has(type));
  const within = listElementsWithin(page, isHandled);
  const anchors = new Set(page.byTag('a').map((anchor) => anchor.attr('name') ?? ''));
  const { byId } = (globalThis as unknown as DomWorld).a11yDom as Dom;
  for (const link of listLinks(page)) {
    const fragment = readFragment(link.attr('href') ?? '');
    if (fragment === '' || isHandled(link) || within.has(link) || page.role(link) !== 'link') continue;
    const names = [fragment, decode(fragment)];
    if (names.some((name) => byId(document, name) !== null || anchors.has(name))) yield pass(link);
    else if (!isSkipLink(page.name(link))) {
      yield fail(link, `No element of the page has the id ${fragment}.`, { fragment });
    }
  }
};

/** Returns the name of an element that an address within the page names; empty for others. */
function readFragment(address: string): string {
  const fragment = address.trim();
  if (!fragment.startsWith('#') || /^#(?:[!/?]|.{0,200}:~:|top$)/i.test(fragment)) return '';
  return fragment.slice(1);
}

function isSkipLink(name: string): boolean {
  const text = name.toLowerCase();
  return skipPhrases.some((phrase) => text.includes(phrase));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
