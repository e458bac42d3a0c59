import { askReview, type Check, pass } from '../check.ts';
import { listLinks, readLinkTexts } from '../in-page/link-texts.ts';
import { newWindowWords } from '../in-page/words/new-window.ts';

/** Targets that do not open a window. */
const ownTargets: ReadonlySet<string> = new Set(['', '_self', '_parent', '_top']);

/** Tests links with a target that is a new window. */
export const check: Check = function* (page) {
  const [language = ''] = (page.root.attr('lang') ?? '').toLowerCase().split('-');
  const words = Object.hasOwn(newWindowWords, language) ? newWindowWords[language] : undefined;
  if (words === undefined) return;
  const frames = new Set(page.byTag('iframe', 'frame').map((frame) => frame.attr('name')));
  for (const link of listLinks(page)) {
    const target = (link.attr('target') ?? '').trim();
    if (ownTargets.has(target.toLowerCase()) || frames.has(target)) continue;
    const texts = readLinkTexts(page, link);
    // What describes the link can be anywhere.
    if (link.hasAttr('aria-describedby') || words.some((word) => texts.includes(word))) yield pass();
    else {
      yield askReview(link, 'The link opens a new window, and no text announces it. Do users expect it?', {
        target,
        name: page.name(link),
      });
    }
  }
};
