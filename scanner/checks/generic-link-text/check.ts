import { type Check, fail, pass } from '../check.ts';
import { createNaming, listLinksByRole } from '../in-page/link-context.ts';
import { genericLinks } from '../in-page/words/generic-links.ts';
import { chooseByLanguage, toPhrase } from '../in-page/words/languages.ts';

/** Tests the names of links without their context. */
export const check: Check = function* (page) {
  const phrases = chooseByLanguage(page, genericLinks);
  if (phrases === undefined) return;
  const generic = new Set(phrases);
  const isName = createNaming(page);
  for (const link of listLinksByRole(page)) {
    const name = page.name(link);
    if (generic.has(toPhrase(name)) && !isName(link))
      yield fail(link, 'The text of the link does not say where it leads.', { name });
    else if (name !== '') yield pass();
  }
};
