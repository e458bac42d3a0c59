import { askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { readInputType } from '../in-page/fields.ts';
import { isElement, listNodesWithin } from '../in-page/nodes.ts';

const FIELDS_MIN = 2;
const QUESTION = 'There is no button. How do users send these fields?';
const buttonTypes: ReadonlySet<string> = new Set(['submit', 'button', 'image']);
const controlRoles: ReadonlySet<string> = new Set(['button', 'link', 'menuitem', 'tab']);
const changes: ReadonlySet<string> = new Set(['change', 'input', 'keyup', 'keydown']);

/** Tests the owners of several fields. */
export const check: Check = function* (page) {
  // A button can name its owner, wherever it is.
  const named = new Set(
    page
      .byAttribute('form')
      .filter(isButton(page))
      .map((button) => button.attr('form')),
  );
  for (const owner of page.byTag('form')) {
    const within = [...listNodesWithin(owner)].filter(isElement);
    const fields = within.filter((element) => isField(element) && page.isVisible(element));
    if (fields.length < FIELDS_MIN) continue;
    if (named.has(owner.attr('id') ?? '') || within.some(isButton(page))) yield pass(owner);
    else if (![owner, ...fields].some((element) => isHandled(page, element))) {
      yield askReview(owner, QUESTION, { fields: fields.length });
    }
  }
};

function isField(element: PageElement): boolean {
  const { nodeName } = element.props;
  if (nodeName === 'input')
    return !['hidden', 'submit', 'button', 'reset', 'image'].includes(readInputType(element));
  return nodeName === 'select' || nodeName === 'textarea';
}

/** Returns a function that is true for elements that may send values. */
function isButton(page: CheckedPage): (element: PageElement) => boolean {
  return (element) =>
    element.props.nodeName === 'input'
      ? buttonTypes.has(readInputType(element))
      : controlRoles.has(page.role(element) ?? '');
}

/** True if a script may react to what users enter. */
function isHandled(page: CheckedPage, element: PageElement): boolean {
  return page.listeners(element).some(({ type }) => changes.has(type));
}
