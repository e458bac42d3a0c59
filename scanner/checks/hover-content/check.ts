import { askReview, type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import type { HoverFact } from '../in-page/hover/recorder.ts';

/** Reports faults of content that appears under the pointer: see `scanner/interaction/hover-content.ts`. */
export const check: Check = function* (page) {
  for (const fact of page.hover.facts) {
    const element = page.find(fact.element);
    if (element === undefined) continue;
    const faults = listFaults(fact);
    const { content, covered, vanishedAfter } = fact;
    const data = {
      content,
      faults: faults.map(({ name }) => name),
      ...(covered === null ? {} : { covered }),
      ...(vanishedAfter === null ? {} : { vanishedAfter }),
    };
    const message = faults.map(({ text }) => text).join(' ');
    // Without a gap, no slow or crooked movement explains that the content vanished.
    const isCertain = fact.vanishedOn !== null && fact.isAdjacent && /[\p{L}\p{N}]/u.test(content);
    if (isCertain) yield fail(element, message, data);
    else if (faults.length > 0 && !repeatsName(page, element, content))
      yield askReview(element, `Can users read this content and close it? ${message}`, data);
    else yield pass();
  }
};

/** True if content says what the element is called anyway, such as the tooltip of a button with an icon. */
function repeatsName(page: CheckedPage, element: PageElement, content: string): boolean {
  const normalize = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();
  return content !== '' && normalize(page.name(element)).includes(normalize(content));
}

function listFaults(fact: HoverFact): { name: string; text: string }[] {
  const { vanishedAfter, vanishedOn, isAdjacent, closesOnEscape } = fact;
  const content = fact.content === '' ? 'The content' : `The content “${fact.content}”`;
  const faults: { name: string; text: string }[] = [];
  if (vanishedOn !== null) {
    const way = isAdjacent ? '' : ' across the gap between them';
    const text = `${content} vanishes when the pointer moves from the element onto it${way}.`;
    faults.push({ name: 'not hoverable', text });
  }
  if (closesOnEscape === false) {
    const text = `${content} covers “${fact.covered}”, and Escape does not close it.`;
    faults.push({ name: 'not dismissible', text });
  }
  if (vanishedAfter !== null) {
    const seconds = vanishedAfter / 1_000;
    const text = `${content} vanishes after about ${seconds} seconds, while the pointer is on the element.`;
    faults.push({ name: 'not persistent', text });
  }
  return faults;
}
