import { askOnce, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { isImageFileName } from '../in-page/image-files.ts';
import { toPhrase } from '../in-page/words/languages.ts';
import { placeholderHeadings } from '../in-page/words/placeholders.ts';

const placeholders: ReadonlySet<string> = new Set(placeholderHeadings);

/** Tests headings for texts that nobody replaced, and asks once about each text. */
export const check: Check = function* (page) {
  const unsure: { phrase: string; element: PageElement; data: { name: string } }[] = [];
  const byRole = page.byAttribute('role').filter((element) => element.attr('role') === 'heading');
  for (const heading of new Set([...page.byTag('h1', 'h2', 'h3', 'h4', 'h5', 'h6'), ...byRole])) {
    if (page.role(heading) !== 'heading' || !page.isExposed(heading)) continue;
    const name = page.name(heading);
    const phrase = toPhrase(name);
    if (phrase === '') continue;
    if (placeholders.has(phrase) || phrase.startsWith('lorem ipsum dolor') || isImageFileName(name)) {
      unsure.push({ phrase, element: heading, data: { name } });
    } else yield pass();
  }
  for (const same of Map.groupBy(unsure, ({ phrase }) => phrase).values())
    yield* askOnce(same, 'Does the heading describe what follows it?');
};
