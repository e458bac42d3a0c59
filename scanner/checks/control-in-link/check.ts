import { type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { type CheckedPage, listElementsWithin } from '../in-page/checked-page.ts';

/** Roles of elements that users operate. */
const controls: ReadonlySet<string> = new Set(
  (
    'button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio searchbox slider ' +
    'spinbutton switch tab textbox'
  ).split(' '),
);

/** Maximum length of a name in a message. */
const NAME_MAX = 60;

/** Tests the controls that the Tab key reaches within links that it reaches too. */
export const check: Check = function* (page) {
  const links = page.elements.filter((element) => isReachable(page, element, 'link'));
  if (links.length === 0) return;
  const known = new Set(links);
  const within = listElementsWithin(page, (element) => known.has(element));
  let isFilled = false;
  for (const element of within) {
    const role = page.role(element) ?? '';
    if (!controls.has(role) || !isReachable(page, element, role)) continue;
    isFilled = true;
    const name = page.name(element).slice(0, NAME_MAX);
    yield fail(element, `The ${role} “${name}” is within a link.`, { role, name });
  }
  if (!isFilled) yield pass();
};

function isReachable(page: CheckedPage, element: PageElement, role: string): boolean {
  return (
    page.role(element) === role &&
    page.isInTabOrder(element) &&
    page.isVisible(element) &&
    page.isExposed(element)
  );
}
