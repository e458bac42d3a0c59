import { askReview, type Check, pass } from '../check.ts';
import { isImageFileName } from '../in-page/image-files.ts';
import { toPhrase } from '../in-page/words/languages.ts';
import { placeholderHeadings } from '../in-page/words/placeholders.ts';

const placeholders: ReadonlySet<string> = new Set(placeholderHeadings);

/** Tests headings for texts that nobody replaced. */
export const check: Check = function* (page) {
  const asked = new Set<string>();
  const byRole = page.byAttribute('role').filter((element) => element.attr('role') === 'heading');
  for (const heading of new Set([...page.byTag('h1', 'h2', 'h3', 'h4', 'h5', 'h6'), ...byRole])) {
    if (page.role(heading) !== 'heading' || !page.isExposed(heading)) continue;
    const name = page.name(heading);
    const phrase = toPhrase(name);
    if (phrase === '') continue;
    if (placeholders.has(phrase) || phrase.startsWith('lorem ipsum dolor') || isImageFileName(name)) {
      // One question for headings with the same text.
      if (!asked.has(phrase))
        yield askReview(heading, 'Does the heading describe what follows it?', { name });
      asked.add(phrase);
    } else yield pass();
  }
};
