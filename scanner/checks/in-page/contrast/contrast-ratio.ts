/** Sizes in CSS pixels from which a lower contrast suffices: 18 points, and 14 points if the text is bold. */
const LARGE = 24;
const LARGE_BOLD = 18.66;
const BOLD = 700;

/** The contrast that symbols need: https://www.w3.org/WAI/WCAG22/Understanding/non-text-contrast.html */
export const SYMBOL_MIN = 3;

/** Returns the contrast that a text needs: https://www.w3.org/TR/WCAG22/#contrast-minimum */
export function getRequiredContrast(style: { getPropertyValue(name: string): string }): number {
  const size = Number.parseFloat(style.getPropertyValue('font-size'));
  const isBold = Number(style.getPropertyValue('font-weight')) >= BOLD;
  return size >= LARGE || (isBold && size >= LARGE_BOLD) ? 3 : 4.5;
}

/** Returns the contrast of two colors: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function computeRatio(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [computeLuminance(one), computeLuminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Returns the relative luminance: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export function computeLuminance([red = 0, green = 0, blue = 0]: readonly number[]): number {
  const toLinear = (value: number) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}
