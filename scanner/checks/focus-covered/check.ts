import { type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';

/** Reports elements that a fixed or sticky element hides when they get the focus: see `findCover`. */
export const check: Check = function* (page) {
  for (const { element: node, cover } of page.keyboard.visits.values()) {
    const element = page.find(node);
    if (element === undefined) continue;
    const covering = cover === null ? undefined : page.find(cover);
    if (covering === undefined) yield pass();
    else {
      const name = covering.props.nodeName;
      yield fail(element, `A fixed ${name} element hides this element when it gets the focus. Keys: Tab.`, {
        cover: describe(covering),
      });
    }
  }
};

function describe(element: PageElement): string {
  const [id, classes] = [element.attr('id'), element.attr('class')];
  return `${element.props.nodeName}${id ? `#${id}` : ''}${classes ? `.${classes.trim().replace(/\s+/g, '.')}` : ''}`;
}
