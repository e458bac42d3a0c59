import { askOnce, askReview, type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { findReadElement, listChangedTexts, quote } from '../in-page/layouts/changed-texts.ts';
import { isElement, listNodesWithin } from '../in-page/nodes.ts';
import { definition } from './definition.ts';

/** Tolerance of a box that shows one line, in CSS pixels. */
const ROUNDING = 1;

/** Tests text that is partly hidden by the overflow of an element, with a zoom of 200 %. */
export const check: Check = function* (page) {
  const reviewed = new Set<object>();
  const controls = new Map<PageElement, boolean>();
  const unsure: Parameters<typeof askOnce>[0][number][] = [];
  for (const changed of listChangedTexts(page, 'zoomed')) {
    const { before, after, normal } = changed;
    const { cut, text, showsPart } = after;
    if (cut === null) {
      yield pass();
      continue;
    }
    const wasWhole = before?.isWhole === true && !normal.cutting[cut.axis].has(cut.by);
    const hasControl = () => hasControlNear(page.find(cut.by), controls);
    // A row of slides is moved by a script. A line that does not fit cannot be shown as a whole.
    const isMovable = !showsPart || (cut.axis === 'x' && !cut.isWider);
    if (isMovable && (!wasWhole || reviewed.has(cut.by) || hasControl())) continue;
    const element = findReadElement(page, changed);
    if (element === null) continue;
    const data = { hidden: Math.round(cut.hidden), of: Math.round(cut.size) };
    const message = `With a zoom of 200 %, the text ${quote(text)} is cut.`;
    if (isMovable || (cut.axis === 'y' && showsOneLine(page, cut.by))) {
      // Other lines are hidden on purpose if they always are and a control shows them.
      if (wasWhole || !hasControl()) unsure.push({ element, data: { text: quote(text), ...data } });
    }
    // Folded content has a control that shows it, and a card leads to its whole text.
    else if (wasWhole || !hasControl()) yield fail(element, message, data);
    else if (!reviewed.has(cut.by)) {
      reviewed.add(cut.by);
      yield askReview(element, `${message} ${definition.question}`, data);
    }
  }
  yield* askOnce(unsure, definition.question ?? '');
};

/** True if there is a control around an element, in it or beside it. @param known by the parent of the element */
function hasControlNear(element: PageElement | undefined, known: Map<PageElement, boolean>): boolean {
  const parent = (element?.parent ?? null) as PageElement | null;
  if (parent === null) return true;
  const found = known.get(parent) ?? (isWithinControl(parent) || containsControl(parent));
  known.set(parent, found);
  return found;
}

function isWithinControl(element: PageElement): boolean {
  for (let up: PageElement | null = element; up !== null; up = up.parent as PageElement | null) {
    if (isControl(up)) return true;
  }
  return false;
}

function containsControl(element: PageElement): boolean {
  for (const node of listNodesWithin(element)) if (isElement(node) && isControl(node)) return true;
  return false;
}

function isControl(element: PageElement): boolean {
  const { nodeName } = element.props;
  return (
    ['a', 'button', 'input', 'label', 'summary', 'select'].includes(nodeName) ||
    ['role', 'tabindex', 'onclick', 'aria-expanded'].some((name) => element.hasAttr(name))
  );
}

/** True if the lines of an element are as high as the element, so that it shows exactly one of them. */
function showsOneLine(page: CheckedPage, node: object): boolean {
  const element: PageElement | undefined = page.find(node);
  if (element === undefined) return false;
  const get = (name: string) => Number.parseFloat(element.getComputedStylePropertyValue(name));
  return get('line-height') + ROUNDING >= element.boundingClientRect.height;
}
