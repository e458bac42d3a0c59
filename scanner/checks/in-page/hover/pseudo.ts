import { getDom } from '../keyboard/focus.ts';
import type { Box } from './shown.ts';

/** Members of the page's world that the code below uses. */
declare function getComputedStyle(
  element: object,
  pseudo: string,
): { getPropertyValue(name: string): string };

export type PseudoName = '::before' | '::after';
export const pseudoNames: readonly PseudoName[] = ['::before', '::after'];

/** Returns the text that a style sheet shows before or after the content of an element; empty without one. */
export function readPseudoText(element: object, pseudo: PseudoName): string {
  const style = getComputedStyle(element, pseudo);
  const read = (name: string) => style.getPropertyValue(name);
  const content = read('content');
  if (content === 'none' || content === 'normal') return '';
  if (read('display') === 'none' || read('visibility') !== 'visible' || read('opacity') === '0') return '';
  const { attribute } = getDom();
  const parts = content.matchAll(/"((?:[^"\\]|\\.)*)"?|attr\(([\w-]+)/g);
  const text = [...parts]
    .map(([, quoted, name]) => quoted ?? (name && attribute(element, name)) ?? '')
    .join('');
  // Icons of a font and arrows are no text.
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}

/**
 * Returns the box of such a text; null if its position cannot be computed: only that of a text that is positioned in
 * the element itself can.
 */
export function readPseudoBox(element: object, pseudo: PseudoName): Box | null {
  const style = getComputedStyle(element, pseudo);
  const own = getComputedStyle(element, '');
  const read = (name: string) => Number.parseFloat(style.getPropertyValue(name));
  if (style.getPropertyValue('position') !== 'absolute') return null;
  if (own.getPropertyValue('position') === 'static' && own.getPropertyValue('transform') === 'none')
    return null;
  const around = getDom().rect(element);
  const sum = (...names: string[]) => names.reduce((total, name) => total + (read(name) || 0), 0);
  const isBorderBox = style.getPropertyValue('box-sizing') === 'border-box';
  const extra = (sides: [string, string]) =>
    isBorderBox ? 0 : sum(...sides.flatMap((side) => [`padding-${side}`, `border-${side}-width`]));
  const width = read('width') + extra(['left', 'right']);
  const height = read('height') + extra(['top', 'bottom']);
  const border = (side: string) => Number.parseFloat(own.getPropertyValue(`border-${side}-width`)) || 0;
  let left = around.left + border('left') + sum('left', 'margin-left');
  let top = around.top + border('top') + sum('top', 'margin-top');
  const matrix = /^matrix\(([^)]*)\)$/.exec(style.getPropertyValue('transform'))?.[1]?.split(',').map(Number);
  if (matrix !== undefined) {
    left += matrix[4] ?? 0;
    top += matrix[5] ?? 0;
  }
  if (![left, top, width, height].every(Number.isFinite)) return null;
  return { left, top, right: left + width, bottom: top + height };
}
