import { askOnce, type Check } from '../check.ts';

/** Maximum number of keys that the question names. */
const KEYS_MAX = 10;
const QUESTION = 'Do users need them, are they documented, and are they free in browsers and screen readers?';

/** Asks once a page, as the answer is the same for all shortcuts; axe-core reports those that two elements share. */
export const check: Check = function* (page) {
  const readKey = (element: (typeof page.elements)[number]) => (element.attr('accesskey') ?? '').trim();
  const found = page
    .byAttribute('accesskey')
    .filter((element) => readKey(element) !== '' && page.isVisible(element));
  const keys = [...new Set(found.map(readKey))].slice(0, KEYS_MAX);
  const message = `The page has shortcuts with accesskey (${keys.join(', ')}). ${QUESTION}`;
  yield* askOnce(
    found.map((element) => ({ element, data: { keys } })),
    message,
  );
};
