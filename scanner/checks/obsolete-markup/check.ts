import { type Check, fail } from '../check.ts';

/** Obsolete elements that only set how content looks, without those that axe-core reports (`blink`, `marquee`). */
const elements = ['font', 'center', 'big', 'strike', 'tt', 'basefont', 'nobr', 'spacer', 'multicol'];
/** Obsolete elements with a successor. */
const replaced = ['acronym', 'applet', 'dir', 'isindex', 'frameset', 'bgsound'];
const attributes = ['bgcolor', 'alink', 'vlink', 'text', 'link', 'background'];
/** Elements on which these attributes set colors and pictures. */
const colored: ReadonlySet<string> = new Set('body table thead tbody tfoot tr td th col colgroup'.split(' '));

/** Lists obsolete elements and attributes. A page without them has nothing to test. */
export const check: Check = function* (page) {
  for (const element of page.byTag(...elements, ...replaced)) {
    const { nodeName } = element.props;
    yield fail(element, `The element ${nodeName} is obsolete.`, { element: nodeName });
  }
  for (const attribute of attributes) {
    for (const element of page.byAttribute(attribute)) {
      if (!colored.has(element.props.nodeName)) continue;
      yield fail(element, `The attribute ${attribute} is obsolete.`, { attribute });
    }
  }
};
