/** Members of the page's world that the code below uses. */
interface Style {
  opacity: string;
  visibility: string;
}
declare const document: { documentElement: object | null; body: object | null };
declare function getComputedStyle(element: object): Style;

/**
 * Runs in the page: returns the opacity of the page as a whole, from 0 to 1. Pages that test variants of themselves
 * hide everything until the variant is known, and others are faded in.
 */
export function readPageOpacity(): number {
  let opacity = 1;
  for (const element of [document.documentElement, document.body]) {
    if (element === null) continue;
    const style = getComputedStyle(element);
    opacity *= style.visibility === 'hidden' ? 0 : Number(style.opacity);
  }
  return opacity;
}
