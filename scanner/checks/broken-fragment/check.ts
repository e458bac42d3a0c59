import type { Dom, DomWorld } from '../../page/in-page/dom.ts';
import type { ListenerFact } from '../../page/in-page/listeners.ts';
import { askOnce, type Check, fail, pass } from '../check.ts';
import { axe, type PageElement } from '../in-page/axe.ts';
import { listElementsWithin } from '../in-page/checked-page.ts';
import { listLinks } from '../in-page/link-texts.ts';
import { createWholePageTest } from '../in-page/operation.ts';
import { definition } from './definition.ts';

declare const document: { baseURI: string };
declare const location: { href: string };

/** Events of which a listener may lead to a target that is no element. */
const clicks: ReadonlySet<string> = new Set(
  'click mousedown mouseup pointerdown pointerup keydown'.split(' '),
);
const navigations: ReadonlySet<string> = new Set(['hashchange', 'popstate', 'navigate']);
/** What the source of a listener contains that may handle links or show content, or that calls other listeners. */
const HANDLING =
  /preventDefault|return false|scroll|hash|location|history|focus|classList|toggle|style|hidden|show|open/i;
const CALLING = /dispatch|apply|arguments|\bcall\b|native/i;
/** Sources of this length have been cut. */
const SOURCE_MAX = 1_000;
/** Tests the links to fragments of their own page. */
export const check: Check = function* (page) {
  const isWholePage = createWholePageTest(page);
  const isHandled = (element: PageElement) => page.listeners(element).some(isHeard) && !isWholePage(element);
  // A script that hears of all links may have nothing to do with these.
  const mayBeHandled =
    page.documentListeners().some(mayHandleLinks) ||
    page.elements.some((element) => page.listeners(element).some(mayHandleLinks) && isWholePage(element));
  const unsure: Parameters<typeof askOnce>[0][number][] = [];
  const within = listElementsWithin(page, isHandled);
  const anchors = new Set(page.byTag('a').map((anchor) => anchor.attr('name') ?? ''));
  const { byId } = (globalThis as unknown as DomWorld).a11yDom as Dom;
  for (const link of listLinks(page)) {
    const fragment = readFragment(link.attr('href') ?? '');
    if (fragment === '' || isHandled(link) || within.has(link) || page.role(link) !== 'link') continue;
    const names = [fragment, decode(fragment)];
    if (names.some((name) => byId(document, name) !== null || anchors.has(name))) yield pass();
    else if (isTestedByAxe(link)) continue;
    else if (mayBeHandled) unsure.push({ element: link, data: { fragment } });
    else {
      yield fail(link, `No element of the page has the id ${fragment}.`, { fragment });
    }
  }
  yield* askOnce(unsure, definition.question ?? '');
};

function isHeard({ type }: ListenerFact): boolean {
  return clicks.has(type) || navigations.has(type);
}

/** False for a listener that hears of all clicks, but only counts them. */
function mayHandleLinks({ type, source }: ListenerFact): boolean {
  if (!clicks.has(type)) return navigations.has(type);
  // What is no function is an object with one.
  const isKnown = /=>|\{/.test(source) && source.length < SOURCE_MAX;
  return !isKnown || HANDLING.test(source) || CALLING.test(source) || handsOn(source);
}

/** True if a function gives one of its parameters, which may be the event, to another function. */
function handsOn(source: string): boolean {
  const [head = '', list, single] =
    /^[^(=>]{0,100}\(([^)]{0,200})\)|^(?:async\s+)?([\w$]+)/.exec(source) ?? [];
  const names = (list ?? single ?? '').match(/[\w$]+/g) ?? [];
  const body = source.slice(head.length).replace(/\s+/g, '');
  const passed = new Set([...body.matchAll(/(?<=[(,])[\w$]+(?=[,)])/g)].map(String));
  return names.some((name) => passed.has(name));
}

/** Returns the name of an element that an address within the page names; empty for others. */
function readFragment(address: string): string {
  const url = URL.parse(address, document.baseURI);
  const [page] = location.href.split('#', 1);
  if (url === null || url.href.split('#', 1)[0] !== page) return '';
  // The address itself has the name as it is written.
  const fragment = /#(.*)/s.exec(address.trim())?.[1] ?? '';
  // "#0" is a way to write a link that leads nowhere.
  return /^(?:[!/?]|.{0,200}:~:|top$|0$)/is.test(fragment) ? '' : fragment;
}

/** True for what axe's rule skip-link tests. */
function isTestedByAxe(link: PageElement): boolean {
  const { isSkipLink, isOffscreen } = axe.commons.dom;
  const isShort = /^\/?#/.test(link.attr('href') ?? '');
  return isShort && isSkipLink(link.actualNode) && isOffscreen(link.actualNode) === true;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
