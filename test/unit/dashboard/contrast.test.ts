import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../../../dashboard/styles/tokens.css'), 'utf8');
const [normal = '', more = ''] = css.split('@media (prefers-contrast: more)');

type Scheme = 'light' | 'dark';
/** Returns the colors of a part of the style sheet by name. */
function readTokens(text: string): Map<string, Record<Scheme, string>> {
  const tokens = text.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g);
  return new Map([...tokens].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]));
}
const tokens = readTokens(normal);
const highContrast = new Map([...tokens, ...readTokens(more)]);

/** Relative luminance, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function computeLuminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function computeContrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [computeLuminance(one), computeLuminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['ground', 'paper', 'raised'];
/** Text on its background. */
const texts: (readonly [string, string])[] = [
  ...['ink', 'soft', 'link', 'danger'].flatMap((text) => grounds.map((ground) => [text, ground] as const)),
  ['ink', 'code'],
  ['on-action', 'action'],
  ['on-action', 'action-strong'],
  ['danger', 'danger-tint'],
  ['warning', 'warning-tint'],
  ['good', 'good-tint'],
  ...['info-tint', 'good-tint', 'warning-tint', 'danger-tint'].flatMap(
    (tint) =>
      [
        ['ink', tint],
        ['link', tint],
        ['danger', tint],
      ] as const,
  ),
];
/** Borders of controls, the focus, and shapes of charts. */
const shapes: (readonly [string, string])[] = [
  ...['edge', 'focus', 'action', 'danger'].flatMap((shape) =>
    grounds.map((ground) => [shape, ground] as const),
  ),
  ['bar', 'paper'],
  ...['info', 'good', 'warning', 'danger'].map((kind) => [kind, `${kind}-tint`] as const),
];

describe.each([
  ['colors', tokens, 4.5],
  ['colors with increased contrast', highContrast, 4.5],
] as const)('the %s', (_, all, textMin) => {
  const read = (name: string, scheme: Scheme) => {
    const token = all.get(name);
    if (token === undefined) throw new Error(`No color ${name}`);
    return token[scheme];
  };

  it.each(['light', 'dark'] as const)('of text have a contrast of 4.5 or more, %s', (scheme) => {
    const low = texts.filter(([a, b]) => computeContrast(read(a, scheme), read(b, scheme)) < textMin);
    expect(low).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('of borders, focus and charts have 3 or more, %s', (scheme) => {
    const low = shapes.filter(([a, b]) => computeContrast(read(a, scheme), read(b, scheme)) < 3);
    expect(low).toEqual([]);
  });
});

describe('increased contrast', () => {
  it('raises the contrast of soft text', () => {
    for (const scheme of ['light', 'dark'] as const) {
      const contrastOf = (all: typeof tokens) =>
        computeContrast(all.get('soft')?.[scheme] ?? '', all.get('paper')?.[scheme] ?? '');
      expect(contrastOf(highContrast)).toBeGreaterThan(contrastOf(tokens));
    }
  });
});
