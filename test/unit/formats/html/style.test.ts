import { describe, expect, it } from 'vitest';
import { STYLE } from '../../../../formats/html/style.ts';

/** Returns the custom properties of the first block after `before`. */
function palette(before: RegExp): Record<string, string> {
  const block = STYLE.slice(STYLE.search(before)).match(/:root\s*\{([^}]*)\}/)?.[1] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, color]) => [name, color]),
  );
}

/** Relative luminance and contrast as WCAG defines them: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

describe.each([
  ['light', /:root/],
  ['dark', /prefers-color-scheme: dark/],
])('the %s palette of the HTML report', (_, before) => {
  const colors = palette(before);
  const surfaces = ['ground', 'paper', 'code'];
  const pairs = [
    ...surfaces.flatMap((surface) => ['ink', 'soft', 'link', 'critical'].map((text) => [text, surface])),
    ...['critical', 'serious', 'moderate', 'minor'].map((impact) => [impact, `${impact}-tint`]),
    ['ink', 'notice'],
    ['ink', 'good-tint'],
    ['ink', 'bad-tint'],
    ['ground', 'ink'],
  ] as [string, string][];

  it.each(pairs)('has %s on %s at 4.5:1 or more', (text, surface) => {
    expect(contrast(colors[text] ?? '', colors[surface] ?? '')).toBeGreaterThanOrEqual(4.5);
  });

  it.each(surfaces)('has focus outlines and edges of fields on %s at 3:1 or more', (surface) => {
    for (const line of ['focus', 'edge']) {
      expect(contrast(colors[line] ?? '', colors[surface] ?? '')).toBeGreaterThanOrEqual(3);
    }
  });
});

it('measures a contrast of 21:1 for black on white', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
