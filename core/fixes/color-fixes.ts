import type { CheckFix, CheckFixes, CheckMeasurement } from './check-measurement.ts';

/** Why axe could not measure a contrast, by its message key. */
const unmeasured: Readonly<Record<string, string>> = {
  bgImage: 'a background image lies behind the text',
  bgGradient: 'a gradient lies behind the text',
  imgNode: 'the element contains an image',
  bgOverlap: 'another element lies over it',
  complexTextShadows: 'the text has several shadows',
  fgAlpha: 'the text is partly transparent',
  elmPartiallyObscured: 'another element covers part of it',
  elmPartiallyObscuring: 'it covers part of other elements',
  outsideViewport: 'it lies outside the viewport',
  equalRatio: 'text and background have the same color',
  shortTextContent: 'the text is a single character',
  emptyValue: 'the field is empty; look at it with a value entered',
  nonBmp: 'the text is only symbols',
  pseudoContent: 'a pseudo-element lies behind the text',
  colorParse: 'its color could not be read',
};

const contrast: CheckFix = (measured) => {
  const reason = unmeasured[measured.key];
  const needed = measured.ratio('expectedContrastRatio');
  if (reason !== undefined) {
    return `check by eye that the contrast is enough${needed ? ` (${needed})` : ''}: ${reason}`;
  }
  const is = measured.ratio('contrastRatio');
  if (is === undefined || needed === undefined) return 'make text and background differ more in brightness';
  const pair = formatPair(measured);
  return `change the colors: contrast ${is}, needs ${needed}${pair ? `; ${pair}` : ''}`;
};

function formatPair(measured: CheckMeasurement): string | undefined {
  const [text, shadow, background] = ['fgColor', 'shadowColor', 'bgColor'].map((member) =>
    measured.color(member),
  );
  if (measured.key === 'fgOnShadowColor') return text && shadow && `${text} on its shadow ${shadow}`;
  if (measured.key === 'shadowOnBgColor') return shadow && background && `shadow ${shadow} on ${background}`;
  return text && background && `${text} on ${background}`;
}

const linkContrast: CheckFix = (measured) => {
  const is = measured.ratio('contrastRatio');
  const needed = measured.ratio('requiredContrastRatio');
  if (is === undefined || needed === undefined) {
    const reason = unmeasured[measured.key];
    return `check by eye that the link stands out from the text around it${reason ? `: ${reason}` : ''}`;
  }
  const ground = measured.key === 'bgContrast';
  const link = measured.color(ground ? 'nodeBackgroundColor' : 'nodeColor');
  const text = measured.color(ground ? 'parentBackgroundColor' : 'parentColor');
  const what = ground ? 'background' : 'color';
  const pair = link && text ? `; ${link} in text of ${text}` : '';
  return `change its ${what} (contrast with the text around it ${is}, needs ${needed}${pair})`;
};

export const colorFixes: CheckFixes = {
  'color-contrast': contrast,
  'color-contrast-enhanced': contrast,
  'link-in-text-block': linkContrast,
  'link-in-text-block-style': (measured) =>
    measured.key === ''
      ? 'underline the link, or distinguish it by something other than its color'
      : 'check that the link stands out from the text around it by more than color',
};
