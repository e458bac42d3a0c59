import { askOnce, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { listLinks, readLinkTexts } from '../in-page/link-texts.ts';
import { newWindowWords } from '../in-page/words/new-window.ts';

/** Maximum number of links that the question names. */
const NAMES_MAX = 10;

/** Targets that do not open a window. */
const ownTargets: ReadonlySet<string> = new Set(['', '_self', '_parent', '_top']);

/** Tests links with a target that is a new window. Asks once a page: a site opens all of them for one reason. */
export const check: Check = function* (page) {
  const [language = ''] = (page.root.attr('lang') ?? '').toLowerCase().split('-');
  const words = Object.hasOwn(newWindowWords, language) ? newWindowWords[language] : undefined;
  if (words === undefined) return;
  const frames = new Set(page.byTag('iframe', 'frame').map((frame) => frame.attr('name')));
  const unannounced: PageElement[] = [];
  for (const link of listLinks(page)) {
    const target = (link.attr('target') ?? '').trim();
    if (ownTargets.has(target.toLowerCase()) || frames.has(target)) continue;
    const texts = readLinkTexts(page, link);
    // What describes the link can be anywhere.
    if (link.hasAttr('aria-describedby') || words.some((word) => texts.includes(word))) yield pass();
    else unannounced.push(link);
  }
  const names = unannounced.slice(0, NAMES_MAX).map((link) => page.name(link));
  const subject = unannounced.length === 1 ? 'A link opens' : `${unannounced.length} links open`;
  yield* askOnce(
    unannounced.map((element) => ({ element, data: { names } })),
    `${subject} a new window, and no text announces it. Do users expect it?`,
  );
};
