import { type Check, fail, pass } from '../check.ts';
import type { PageElement, PageNode } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { isElement, isText } from '../in-page/nodes.ts';
import { readText } from '../in-page/text.ts';
import { toPhrase } from '../in-page/words/languages.ts';
import { imagePrefixes } from '../in-page/words/placeholders.ts';

const CAPTION_MAX = 300;
/** Minimum length of an alternative that is compared with the text beside it. */
const NAME_MIN = 4;
/** axe's rule `image-redundant-alt` compares the text of these. */
const comparedByAxe: ReadonlySet<string> = new Set(['button', 'a', 'p', 'li', 'td', 'th']);

/** Tests images with an alternative. */
export const check: Check = function* (page) {
  const neighbors = new Map<PageNode, { before: string | null; after: string | null }>();
  for (const image of page.byTag('img')) {
    if (!page.isExposed(image) || image.attr('alt')?.trim() === '') continue;
    const name = page.name(image);
    const phrase = toPhrase(name);
    if (phrase === '') continue;
    const prefix = imagePrefixes.find((each) => phrase.startsWith(`${each} `));
    if (prefix !== undefined) yield fail(image, `The alternative begins with "${prefix}".`, { name });
    else if (phrase.length >= NAME_MIN && listTextsBeside(page, image, neighbors).has(phrase)) {
      yield fail(image, 'The alternative repeats the text beside the image.', { name });
    } else yield pass();
  }
};

/** Returns the texts before and after an image, and the caption of its figure, as phrases. */
function listTextsBeside(
  page: CheckedPage,
  image: PageElement,
  known: Map<PageNode, { before: string | null; after: string | null }>,
): Set<string> {
  const { parent } = image;
  if (parent === null || !isElement(parent)) return new Set();
  const texts = new Set<string>();
  if (!comparedByAxe.has(parent.props.nodeName)) {
    if (!known.has(image)) indexNeighbors(page, parent, known);
    const { before, after } = known.get(image) ?? { before: null, after: null };
    for (const text of [before, after]) if (text !== null) texts.add(toPhrase(text));
  }
  const figure = [parent, parent.parent].find((each) => each?.props.nodeName === 'figure');
  const caption = figure?.children.filter(isElement).find(({ props }) => props.nodeName === 'figcaption');
  if (caption !== undefined) texts.add(toPhrase(readText(caption, CAPTION_MAX) ?? ''));
  texts.delete('');
  return texts;
}

/** Records the text before and after each image among the children of an element, which are visited once. */
function indexNeighbors(
  page: CheckedPage,
  parent: PageElement,
  known: Map<PageNode, { before: string | null; after: string | null }>,
): void {
  const children = parent.children.filter(
    (node) => isElement(node) || (isText(node) && /\S/.test(node.props.nodeValue ?? '')),
  );
  for (const [index, node] of children.entries()) {
    if (!isElement(node) || node.props.nodeName !== 'img') continue;
    known.set(node, {
      before: readNode(page, children[index - 1]),
      after: readNode(page, children[index + 1]),
    });
  }
}

/** Returns the text of a node that users perceive; null without it. */
function readNode(page: CheckedPage, node: PageNode | undefined): string | null {
  if (node === undefined) return null;
  if (!isElement(node)) return node.props.nodeValue;
  return node.props.nodeName === 'img' || !page.isExposed(node) ? null : readText(node, CAPTION_MAX);
}
