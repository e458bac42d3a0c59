import { type CheckFixes, formatInBrackets } from './check-measurement.ts';

export const nameFixes: CheckFixes = {
  'has-visible-text': () => 'put text into it',
  'button-has-visible-text': () => 'put text into the button',
  'has-alt': () => 'add an alt attribute (alt="" if the image is only decoration)',
  'non-empty-alt': ({ key }) =>
    key === 'emptyAttr' ? 'fill the empty alt attribute' : 'add an alt attribute',
  'alt-space-value': () => 'replace the alt text of a single space by alt="" or by a real text',
  'svg-non-empty-title': ({ key }) =>
    key === 'emptyTitle' ? 'fill the empty title element' : 'add a title element as its first child',
  'explicit-label': () => 'add a label element whose for attribute is the id of the field',
  'implicit-label': () => 'wrap the field in a label element with text',
  'aria-label': () => 'add an aria-label',
  'aria-labelledby': () => 'point aria-labelledby at an element with text',
  'non-empty-if-present': () => 'fill the empty value attribute, or remove it so that the default is used',
  'non-empty-value': ({ key }) =>
    key === 'emptyAttr' ? 'fill the empty value attribute' : 'add a value attribute',
  'non-empty-placeholder': () => 'add a placeholder',
  'non-empty-title': ({ key }) =>
    key === 'emptyAttr' ? 'fill the empty title attribute' : 'add a title attribute',
  'presentational-role': (measured) => {
    switch (measured.key) {
      case 'globalAria':
        return 'remove its global ARIA attributes so that role="none" takes effect';
      case 'focusable':
        return 'make it unfocusable so that role="none" takes effect';
      case 'both':
        return 'remove its global ARIA attributes and make it unfocusable so that role="none" takes effect';
      case 'iframe':
        return `remove the title from the ${measured.word('nodeName') ?? 'frame'} with role="none"`;
      default:
        return 'declare it decorative with role="none"';
    }
  },
  'focusable-no-name': () => 'give it a name, because it is focusable',
  'duplicate-img-label': () => 'empty the alt text of the image that repeats the text beside it: alt=""',
  'hidden-explicit-label': () => 'make the hidden label of the field visible',
  'multiple-label': () => 'keep one label for the field, or check that the first one says all',
  'title-only': () => 'give the field a visible label beside its title or description',
  'label-content-name-mismatch': ({ key }) =>
    key === 'valueText'
      ? 'check whether the text inside is its label, and if so make it part of the name'
      : 'make the accessible name contain the visible text, word for word',
  'no-implicit-explicit-label': (measured) =>
    `check that the text of its label is part of its accessible name${formatInBrackets(measured.word('value'), 'role ')}`,
  'unique-frame-title': () => 'give the frame a title that no other frame of the page has',
  'identical-links-same-purpose': () =>
    'check that links with this text have the same purpose, or give them different texts',
  'doc-has-title': () => 'add a title element with text to the head of the page',
};
