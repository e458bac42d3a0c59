import { askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { listElementsWithin } from '../in-page/checked-page.ts';
import { listTextFields } from '../in-page/fields.ts';
import { isElement, isText, listNodesWithin } from '../in-page/nodes.ts';

/** Elements whose text is no explanation. */
const others: ReadonlySet<string> = new Set(
  'label legend th code pre script style noscript template textarea option button'.split(' '),
);

/** Tests the fields with an asterisk in their name. */
export const check: Check = function* (page) {
  const fields = [...listTextFields(page), ...page.byTag('select').filter((field) => page.isVisible(field))];
  const starred = fields.filter((field) => /^\*|\*[\s:]{0,5}$/.test(page.name(field)));
  if (starred.length === 0) return;
  const isOther = ({ props }: PageElement) => others.has(props.nodeName);
  const within = listElementsWithin(page, isOther);
  const isExplained = [page.root, ...listNodesWithin(page.root)].some(
    (element) =>
      isElement(element) &&
      !isOther(element) &&
      !within.has(element) &&
      element.children.some((child) => isText(child) && /\*/.test(child.props.nodeValue ?? '')),
  );
  for (const field of starred) {
    if (isExplained || field.hasAttr('required') || field.attr('aria-required') === 'true') yield pass(field);
    else {
      yield askReview(field, 'The label has an asterisk. Do users learn what it means?', {
        name: page.name(field),
      });
    }
  }
};
