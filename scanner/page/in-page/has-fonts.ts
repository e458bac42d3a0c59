/** Members of the page's world that the code below uses. */
declare const OffscreenCanvas: new (
  width: number,
  height: number,
) => { getContext(kind: '2d'): { measureText(text: string): { width: number } } | null };

/**
 * Runs in the page: returns false if the browser draws no letters. Then no text has a size or a contrast, and rules
 * would pass that should not.
 */
export function hasFonts(): boolean {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  return context === null || context.measureText('a').width > 0;
}
