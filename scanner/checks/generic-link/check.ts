import { askReview, type Check, fail, pass } from '../check.ts';
import { createNaming, hasContext, isListItem, listLinksByRole } from '../in-page/link-context.ts';
import { genericLinks, weakLinks } from '../in-page/words/generic-links.ts';
import { chooseByLanguage, toPhrase } from '../in-page/words/languages.ts';

/** Tests links with generic names together with their context. */
export const check: Check = function* (page) {
  const generic = new Set(chooseByLanguage(page, genericLinks));
  const weak = new Set(chooseByLanguage(page, weakLinks));
  const words = new Set([...generic, ...weak].flatMap((phrase) => phrase.split(' ')));
  const isName = createNaming(page);
  for (const link of listLinksByRole(page)) {
    const name = page.name(link);
    const phrase = toPhrase(name);
    if (!generic.has(phrase) && !weak.has(phrase)) continue;
    if (isName(link) || hasContext(page, link, words)) yield pass();
    else if (generic.has(phrase) && !isListItem(page, link)) {
      yield fail(link, 'Neither the link nor the text around it says where it leads.', { name });
    } else {
      yield askReview(link, 'Can users determine from the link or the text around it where it leads?', {
        name,
      });
    }
  }
};
