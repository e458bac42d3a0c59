/** Members of the page's world that the code below uses. */
interface Style {
  opacity: string;
  visibility: string;
}
declare const document: { documentElement: object | null; body: object | null };
declare function getComputedStyle(element: object): Style;

/**
 * Runs in the page: returns whether the page as a whole is transparent or hidden. Pages that test variants of
 * themselves hide everything until the variant is known, and others are faded in.
 */
export function isPageHidden(): boolean {
  // Less than that is lost by the rounding of animations.
  const opaque = 0.99;
  return [document.documentElement, document.body].some((element) => {
    if (element === null) return false;
    const { opacity, visibility } = getComputedStyle(element);
    return Number(opacity) < opaque || visibility === 'hidden';
  });
}
