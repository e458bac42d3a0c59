import type { Check } from '../../../core/findings/check.ts';

/** The expected sentence of each check, by the values that axe measured. */
export const sentences: readonly { id: string; data: Check['data']; says: string }[] = [
  {
    id: 'abstractrole',
    data: null,
    says: 'Replace its role, which is abstract, by one that may be used.',
  },
  {
    id: 'abstractrole',
    data: {
      values: ['widget'],
    },
    says: 'Replace role widget, which is abstract, by one that may be used.',
  },
  {
    id: 'accesskeys',
    data: null,
    says: 'Give its accesskey to no other element, or remove it.',
  },
  {
    id: 'alt-space-value',
    data: null,
    says: 'Replace the alt text of a single space by alt="" or by a real text.',
  },
  {
    id: 'aria-allowed-attr',
    data: null,
    says: 'Remove the ARIA attribute, which this role does not support.',
  },
  {
    id: 'aria-allowed-attr',
    data: {
      messageKey: 'plural',
      values: ['aria-checked="true"', 'aria-level="2"'],
    },
    says: 'Remove aria-checked and aria-level, which this role does not support.',
  },
  {
    id: 'aria-allowed-attr',
    data: {
      messageKey: 'caseSensitive',
      values: ['aria-hidden="TRUE"'],
    },
    says: 'Write the value of aria-hidden in lower case.',
  },
  {
    id: 'aria-allowed-attr-elm',
    data: null,
    says: 'Remove the ARIA attribute, which this element does not support.',
  },
  {
    id: 'aria-allowed-attr-elm',
    data: {
      nodeName: 'br',
      values: 'aria-label="a, b"',
      messageKey: 'singular',
    },
    says: 'Remove aria-label, which the element br does not support.',
  },
  {
    id: 'aria-allowed-role',
    data: null,
    says: 'Remove its role, which this element may not have.',
  },
  {
    id: 'aria-allowed-role',
    data: {
      values: ['button'],
    },
    says: 'Remove role button, which this element may not have.',
  },
  {
    id: 'aria-conditional-attr',
    data: null,
    says: 'Remove the ARIA attribute: rows support it in a treegrid only, not in a table.',
  },
  {
    id: 'aria-conditional-attr',
    data: {
      messageKey: 'checkbox',
      checkState: 'false',
    },
    says: 'Remove aria-checked, or set it to "false" like the checkbox itself.',
  },
  {
    id: 'aria-conditional-attr',
    data: {
      messageKey: 'rowSingular',
      invalidAttrs: ['aria-level'],
      ownerRole: 'grid',
    },
    says: 'Remove aria-level: rows support it in a treegrid only, not in a grid.',
  },
  {
    id: 'aria-errormessage',
    data: null,
    says: 'Make screen readers announce the error message, by role="alert", aria-live or aria-describedby.',
  },
  {
    id: 'aria-errormessage',
    data: {
      messageKey: 'unsupported',
      values: ['a', 'b'],
    },
    says: 'Use only one id in aria-errormessage.',
  },
  {
    id: 'aria-errormessage',
    data: {
      messageKey: 'hidden',
      values: ['err'],
    },
    says: 'Show the element that aria-errormessage refers to (err).',
  },
  {
    id: 'aria-errormessage',
    data: {
      messageKey: 'idrefs',
      values: ['err'],
    },
    says: 'Check that the element that aria-errormessage refers to exists (err).',
  },
  {
    id: 'aria-errormessage',
    data: {
      values: ['err'],
    },
    says: 'Make screen readers announce the error message, by role="alert", aria-live or aria-describedby (err).',
  },
  {
    id: 'aria-hidden-body',
    data: null,
    says: 'Remove aria-hidden from the body.',
  },
  {
    id: 'aria-label',
    data: null,
    says: 'Add an aria-label.',
  },
  {
    id: 'aria-labelledby',
    data: null,
    says: 'Point aria-labelledby at an element with text.',
  },
  {
    id: 'aria-level',
    data: null,
    says: 'Use an aria-level of 6 or less, which every screen reader supports.',
  },
  {
    id: 'aria-no-deprecated-attr',
    data: null,
    says: 'Remove the deprecated ARIA attribute.',
  },
  {
    id: 'aria-no-deprecated-attr',
    data: {
      values: ['aria-grabbed'],
    },
    says: 'Remove the deprecated aria-grabbed.',
  },
  {
    id: 'aria-prohibited-attr',
    data: null,
    says: 'Remove the ARIA attribute, or give the element a role that may have a name.',
  },
  {
    id: 'aria-prohibited-attr',
    data: {
      messageKey: 'noRoleSingular',
      nodeName: 'span',
      role: null,
      prohibited: ['aria-label'],
    },
    says: 'Remove aria-label, or give the span a role that may have a name.',
  },
  {
    id: 'aria-prohibited-attr',
    data: {
      messageKey: 'hasRoleSingular',
      nodeName: 'div',
      role: 'paragraph',
      prohibited: ['aria-label'],
    },
    says: 'Remove aria-label, which role paragraph may not have.',
  },
  {
    id: 'aria-required-attr',
    data: null,
    says: 'Add the ARIA attribute that the role requires.',
  },
  {
    id: 'aria-required-attr',
    data: {
      values: ['aria-checked'],
    },
    says: 'Add aria-checked.',
  },
  {
    id: 'aria-required-children',
    data: null,
    says: 'Put an element with one of the roles it needs into it.',
  },
  {
    id: 'aria-required-children',
    data: {
      values: ['listitem'],
    },
    says: 'Put an element with one of the roles it needs into it (listitem).',
  },
  {
    id: 'aria-required-children',
    data: {
      messageKey: 'unallowed',
      values: 'button',
    },
    says: 'Move the children that the role does not allow out of it (button).',
  },
  {
    id: 'aria-required-children',
    data: {
      messageKey: 'unallowedPresentational',
      values: '[tabindex]',
    },
    says: 'Make the decorative children unfocusable and remove their ARIA attributes.',
  },
  {
    id: 'aria-required-parent',
    data: null,
    says: 'Put it inside an element with the role it needs.',
  },
  {
    id: 'aria-required-parent',
    data: {
      values: ['list', 'group'],
    },
    says: 'Put it inside an element with the role it needs (list and group).',
  },
  {
    id: 'aria-roledescription',
    data: null,
    says: 'Give the element a role of its own, or check that screen readers announce its aria-roledescription.',
  },
  {
    id: 'aria-unsupported-attr',
    data: null,
    says: 'Replace the ARIA attribute, which few screen readers support.',
  },
  {
    id: 'aria-unsupported-attr',
    data: {
      values: ['aria-x'],
    },
    says: 'Replace aria-x, which few screen readers support.',
  },
  {
    id: 'aria-valid-attr',
    data: null,
    says: 'Correct or remove the ARIA attribute: there is no such attribute.',
  },
  {
    id: 'aria-valid-attr',
    data: {
      values: ['aria-labeledby'],
    },
    says: 'Correct or remove aria-labeledby: there is no such attribute.',
  },
  {
    id: 'aria-valid-attr',
    data: {
      values: ['aria-a', 'aria-b', 'aria-c', 'aria-d', 'aria-e', 'aria-f'],
    },
    says: 'Correct or remove aria-a, aria-b, aria-c, aria-d and 2 more: there is no such attribute.',
  },
  {
    id: 'aria-valid-attr-value',
    data: null,
    says: 'Correct the value of the ARIA attribute.',
  },
  {
    id: 'aria-valid-attr-value',
    data: {
      values: ['aria-pressed="yes"'],
    },
    says: 'Correct the value of aria-pressed (now: yes).',
  },
  {
    id: 'aria-valid-attr-value',
    data: {
      messageKey: 'noId',
      needsReview: 'aria-controls="x"',
    },
    says: 'Check that the id that aria-controls refers to (x) is on the page.',
  },
  {
    id: 'aria-valid-attr-value',
    data: {
      messageKey: 'ariaCurrent',
      needsReview: 'aria-current="pg"',
    },
    says: 'Use a value of aria-current that exists: page, step, location, date, time or true.',
  },
  {
    id: 'aria-valid-attr-value',
    data: {
      messageKey: 'empty',
      needsReview: 'aria-expanded',
    },
    says: 'Give aria-expanded a value, or remove it.',
  },
  {
    id: 'autocomplete-appropriate',
    data: null,
    says: 'Use a value of autocomplete that suits the type of the field.',
  },
  {
    id: 'autocomplete-valid',
    data: null,
    says: 'Use a value of autocomplete that the HTML standard knows, for example name or email.',
  },
  {
    id: 'braille-label-equivalent',
    data: null,
    says: 'Give the element an ordinary name beside its aria-braillelabel.',
  },
  {
    id: 'braille-roledescription-equivalent',
    data: null,
    says: 'Add an aria-roledescription beside aria-brailleroledescription.',
  },
  {
    id: 'braille-roledescription-equivalent',
    data: {
      messageKey: 'emptyRoleDescription',
    },
    says: 'Fill the empty aria-roledescription beside aria-brailleroledescription.',
  },
  {
    id: 'button-has-visible-text',
    data: null,
    says: 'Put text into the button.',
  },
  {
    id: 'caption',
    data: null,
    says: 'Check that there are captions: a track element of kind captions.',
  },
  {
    id: 'caption-faked',
    data: null,
    says: 'Make the first row that serves as a caption a caption element.',
  },
  {
    id: 'color-contrast',
    data: null,
    says: 'Make text and background differ more in brightness.',
  },
  {
    id: 'color-contrast',
    data: {
      fgColor: '#777777',
      bgColor: '#ffffff',
      contrastRatio: 3.1,
      expectedContrastRatio: '4.5:1',
      fontSize: '10.5pt (14px)',
      fontWeight: 'normal',
    },
    says: 'Change the colors: contrast 3.1:1, needs 4.5:1; #777 on #fff.',
  },
  {
    id: 'color-contrast',
    data: {
      messageKey: 'fgOnShadowColor',
      fgColor: '#777777',
      shadowColor: '#cccccc',
      bgColor: '#ffffff',
      contrastRatio: 2.78,
      expectedContrastRatio: '3:1',
    },
    says: 'Change the colors: contrast 2.78:1, needs 3:1; #777 on its shadow #ccc.',
  },
  {
    id: 'color-contrast',
    data: {
      messageKey: 'shadowOnBgColor',
      fgColor: '#fefefe',
      shadowColor: '#abcdef',
      bgColor: '#ffffff',
      contrastRatio: 1.67,
      expectedContrastRatio: '4.5:1',
    },
    says: 'Change the colors: contrast 1.67:1, needs 4.5:1; shadow #abcdef on #fff.',
  },
  {
    id: 'color-contrast',
    data: {
      messageKey: 'bgImage',
      contrastRatio: 0,
      expectedContrastRatio: '4.5:1',
    },
    says: 'Check by eye that the contrast is enough (4.5:1): a background image lies behind the text.',
  },
  {
    id: 'color-contrast',
    data: {
      messageKey: 'complexTextShadows',
    },
    says: 'Check by eye that the contrast is enough: the text has several shadows.',
  },
  {
    id: 'color-contrast-enhanced',
    data: null,
    says: 'Make text and background differ more in brightness.',
  },
  {
    id: 'color-contrast-enhanced',
    data: {
      fgColor: '#595959',
      bgColor: '#f0f0f1',
      contrastRatio: 6.1,
      expectedContrastRatio: '7:1',
    },
    says: 'Change the colors: contrast 6.1:1, needs 7:1; #595959 on #f0f0f1.',
  },
  {
    id: 'css-orientation-lock',
    data: null,
    says: 'Remove the style that locks the page to one orientation.',
  },
  {
    id: 'deprecatedrole',
    data: null,
    says: 'Replace its role, which is deprecated.',
  },
  {
    id: 'deprecatedrole',
    data: {
      value: 'directory',
    },
    says: 'Replace role directory, which is deprecated.',
  },
  {
    id: 'dlitem',
    data: null,
    says: 'Put it directly into a dl element.',
  },
  {
    id: 'doc-has-title',
    data: null,
    says: 'Add a title element with text to the head of the page.',
  },
  {
    id: 'duplicate-id',
    data: null,
    says: 'Make the id unique on the page.',
  },
  {
    id: 'duplicate-id',
    data: {
      value: 'name',
    },
    says: 'Make the id name unique on the page.',
  },
  {
    id: 'duplicate-id-active',
    data: null,
    says: 'Make the id unique on the page.',
  },
  {
    id: 'duplicate-id-aria',
    data: null,
    says: 'Make the id unique on the page, since a label or an ARIA attribute refers to it.',
  },
  {
    id: 'duplicate-id-aria',
    data: {
      value: 'name',
    },
    says: 'Make the id name unique on the page, since a label or an ARIA attribute refers to it.',
  },
  {
    id: 'duplicate-img-label',
    data: null,
    says: 'Empty the alt text of the image that repeats the text beside it: alt="".',
  },
  {
    id: 'exists',
    data: null,
    says: 'Check it manually: a server-side image map cannot be used with the keyboard.',
  },
  {
    id: 'explicit-label',
    data: null,
    says: 'Add a label element whose for attribute is the id of the field.',
  },
  {
    id: 'fallbackrole',
    data: null,
    says: 'Keep one role: list no fallback roles.',
  },
  {
    id: 'focusable-content',
    data: null,
    says: 'Put a focusable element into it.',
  },
  {
    id: 'focusable-disabled',
    data: null,
    says: 'Disable or remove the focusable elements in it, or do not hide it with aria-hidden.',
  },
  {
    id: 'focusable-element',
    data: null,
    says: 'Make it focusable with tabindex="0".',
  },
  {
    id: 'focusable-modal-open',
    data: null,
    says: 'Check that it cannot be focused while the dialog is open.',
  },
  {
    id: 'focusable-no-name',
    data: null,
    says: 'Give it a name, because it is focusable.',
  },
  {
    id: 'focusable-not-tabbable',
    data: null,
    says: 'Take the focusable elements in it out of the tab order, or do not hide it with aria-hidden.',
  },
  {
    id: 'frame-focusable-content',
    data: null,
    says: 'Remove tabindex="-1" from the frame, because its content is focusable.',
  },
  {
    id: 'frame-tested',
    data: null,
    says: 'Scan the page in the frame separately: it could not be scanned here.',
  },
  {
    id: 'has-alt',
    data: null,
    says: 'Add an alt attribute (alt="" if the image is only decoration).',
  },
  {
    id: 'has-global-aria-attribute',
    data: null,
    says: 'Remove its global ARIA attributes, or do not declare it decorative.',
  },
  {
    id: 'has-global-aria-attribute',
    data: {
      values: ['aria-label'],
    },
    says: 'Remove aria-label, or do not declare it decorative.',
  },
  {
    id: 'has-lang',
    data: null,
    says: 'Add a lang attribute to the html element, for example lang="en".',
  },
  {
    id: 'has-lang',
    data: {
      messageKey: 'noXHTML',
    },
    says: 'Set the language of the page in lang: xml:lang has no effect in HTML.',
  },
  {
    id: 'has-visible-text',
    data: null,
    says: 'Put text into it.',
  },
  {
    id: 'has-widget-role',
    data: null,
    says: 'Give the focusable element a widget role.',
  },
  {
    id: 'header-present',
    data: null,
    says: 'Add headings to the page.',
  },
  {
    id: 'heading-order',
    data: null,
    says: 'Use the heading level that follows the previous one, without skipping a level.',
  },
  {
    id: 'help-same-as-label',
    data: null,
    says: 'Use a help text that differs from the label.',
  },
  {
    id: 'hidden-content',
    data: null,
    says: 'Check the hidden content manually: it was not tested.',
  },
  {
    id: 'hidden-explicit-label',
    data: null,
    says: 'Make the hidden label of the field visible.',
  },
  {
    id: 'html5-scope',
    data: null,
    says: 'Move scope to a th element, or remove it.',
  },
  {
    id: 'identical-links-same-purpose',
    data: null,
    says: 'Check that links with this text have the same purpose, or give them different texts.',
  },
  {
    id: 'implicit-label',
    data: null,
    says: 'Wrap the field in a label element with text.',
  },
  {
    id: 'important-letter-spacing',
    data: null,
    says: 'Remove !important from letter-spacing in the style attribute, or raise it.',
  },
  {
    id: 'important-letter-spacing',
    data: {
      value: 0.05,
      minValue: 0.12,
    },
    says: 'Remove !important from letter-spacing in the style attribute, or raise it: it is 0.05em, needs 0.12em.',
  },
  {
    id: 'important-line-height',
    data: null,
    says: 'Remove !important from line-height in the style attribute, or raise it.',
  },
  {
    id: 'important-word-spacing',
    data: null,
    says: 'Remove !important from word-spacing in the style attribute, or raise it.',
  },
  {
    id: 'internal-link-present',
    data: null,
    says: 'Add a skip link that leads to the main content.',
  },
  {
    id: 'invalidrole',
    data: null,
    says: 'Replace its role, which does not exist.',
  },
  {
    id: 'invalidrole',
    data: {
      values: ['buton'],
    },
    says: 'Replace role buton, which does not exist.',
  },
  {
    id: 'is-element-focusable',
    data: null,
    says: 'Make it unfocusable, or do not declare it decorative.',
  },
  {
    id: 'is-on-screen',
    data: null,
    says: 'Replace it by content that does not move.',
  },
  {
    id: 'label-content-name-mismatch',
    data: null,
    says: 'Make the accessible name contain the visible text, word for word.',
  },
  {
    id: 'label-content-name-mismatch',
    data: {
      messageKey: 'valueText',
    },
    says: 'Check whether the text inside is its label, and if so make it part of the name.',
  },
  {
    id: 'landmark',
    data: null,
    says: 'Put the main content into a main landmark.',
  },
  {
    id: 'landmark-is-top-level',
    data: null,
    says: 'Move this landmark out of the landmark around it.',
  },
  {
    id: 'landmark-is-top-level',
    data: {
      role: 'main',
    },
    says: 'Move the main landmark out of the landmark around it.',
  },
  {
    id: 'landmark-is-unique',
    data: null,
    says: 'Give each such landmark an aria-label or aria-labelledby of its own.',
  },
  {
    id: 'landmark-is-unique',
    data: {
      role: 'navigation',
      accessibleText: null,
    },
    says: 'Give each navigation landmark an aria-label or aria-labelledby of its own.',
  },
  {
    id: 'link-in-text-block',
    data: null,
    says: 'Check by eye that the link stands out from the text around it.',
  },
  {
    id: 'link-in-text-block',
    data: {
      messageKey: 'fgContrast',
      contrastRatio: 1.6,
      requiredContrastRatio: 3,
      nodeColor: '#0000ff',
      parentColor: '#000000',
    },
    says: 'Change its color (contrast with the text around it 1.6:1, needs 3:1; #00f in text of #000).',
  },
  {
    id: 'link-in-text-block',
    data: {
      messageKey: 'bgContrast',
      contrastRatio: 1.2,
      requiredContrastRatio: 3,
      nodeBackgroundColor: '#eeeeee',
      parentBackgroundColor: '#ffffff',
    },
    says: 'Change its background (contrast with the text around it 1.2:1, needs 3:1; #eee in text of #fff).',
  },
  {
    id: 'link-in-text-block',
    data: {
      messageKey: 'bgGradient',
    },
    says: 'Check by eye that the link stands out from the text around it: a gradient lies behind the text.',
  },
  {
    id: 'link-in-text-block-style',
    data: null,
    says: 'Underline the link, or distinguish it by something other than its color.',
  },
  {
    id: 'link-in-text-block-style',
    data: {
      messageKey: 'pseudoContent',
    },
    says: 'Check that the link stands out from the text around it by more than color.',
  },
  {
    id: 'listitem',
    data: null,
    says: 'Put it directly into a ul or ol element.',
  },
  {
    id: 'listitem',
    data: {
      messageKey: 'roleNotValid',
    },
    says: 'Remove the role of the list around it, or use role="list".',
  },
  {
    id: 'meta-refresh',
    data: null,
    says: 'Remove the timed refresh.',
  },
  {
    id: 'meta-refresh',
    data: {
      redirectDelay: 30,
    },
    says: 'Remove the timed refresh after 30 seconds.',
  },
  {
    id: 'meta-refresh-no-exceptions',
    data: null,
    says: 'Remove the timed refresh.',
  },
  {
    id: 'meta-refresh-no-exceptions',
    data: {
      redirectDelay: 5,
    },
    says: 'Remove the timed refresh after 5 seconds.',
  },
  {
    id: 'meta-viewport',
    data: null,
    says: 'Remove user-scalable and maximum-scale from the viewport.',
  },
  {
    id: 'meta-viewport',
    data: {
      value: 'user-scalable=no',
    },
    says: 'Remove user-scalable=no, and any other limit of zoom, from the viewport.',
  },
  {
    id: 'meta-viewport-large',
    data: null,
    says: 'Remove user-scalable and maximum-scale from the viewport, or allow at least 5.',
  },
  {
    id: 'meta-viewport-large',
    data: {
      value: 'maximum-scale=2',
    },
    says: 'Remove maximum-scale=2 from the viewport, or allow at least 5.',
  },
  {
    id: 'multiple-label',
    data: null,
    says: 'Keep one label for the field, or check that the first one says all.',
  },
  {
    id: 'no-autoplay-audio',
    data: null,
    says: 'Do not start the sound automatically, or add controls that stop it.',
  },
  {
    id: 'no-focusable-content',
    data: null,
    says: 'Move the links, buttons or fields inside it out of it.',
  },
  {
    id: 'no-focusable-content',
    data: {
      messageKey: 'notHidden',
    },
    says: 'Move the focusable elements out of the control: tabindex="-1" does not hide them.',
  },
  {
    id: 'no-implicit-explicit-label',
    data: null,
    says: 'Check that the text of its label is part of its accessible name.',
  },
  {
    id: 'no-implicit-explicit-label',
    data: {
      value: 'combobox',
    },
    says: 'Check that the text of its label is part of its accessible name (role combobox).',
  },
  {
    id: 'non-empty-alt',
    data: null,
    says: 'Add an alt attribute.',
  },
  {
    id: 'non-empty-alt',
    data: {
      messageKey: 'emptyAttr',
    },
    says: 'Fill the empty alt attribute.',
  },
  {
    id: 'non-empty-if-present',
    data: null,
    says: 'Fill the empty value attribute, or remove it so that the default is used.',
  },
  {
    id: 'non-empty-placeholder',
    data: null,
    says: 'Add a placeholder.',
  },
  {
    id: 'non-empty-title',
    data: null,
    says: 'Add a title attribute.',
  },
  {
    id: 'non-empty-title',
    data: {
      messageKey: 'emptyAttr',
    },
    says: 'Fill the empty title attribute.',
  },
  {
    id: 'non-empty-value',
    data: null,
    says: 'Add a value attribute.',
  },
  {
    id: 'non-empty-value',
    data: {
      messageKey: 'emptyAttr',
    },
    says: 'Fill the empty value attribute.',
  },
  {
    id: 'only-dlitems',
    data: null,
    says: 'Put only dt and dd, or a div around them, directly into the dl.',
  },
  {
    id: 'only-dlitems',
    data: {
      values: 'p, #text',
    },
    says: 'Put only dt and dd, or a div around them, directly into the dl (now also: p and #text).',
  },
  {
    id: 'only-listitems',
    data: null,
    says: 'Put only li elements directly into the list.',
  },
  {
    id: 'only-listitems',
    data: {
      values: 'div',
    },
    says: 'Put only li elements directly into the list (now also: div).',
  },
  {
    id: 'p-as-heading',
    data: null,
    says: 'Make the paragraph that looks like a heading a heading element.',
  },
  {
    id: 'page-has-heading-one',
    data: null,
    says: 'Add one h1 that says what the page is about.',
  },
  {
    id: 'page-has-main',
    data: null,
    says: 'Put the main content into one main element.',
  },
  {
    id: 'page-no-duplicate-banner',
    data: null,
    says: 'Keep one banner (page header) on the page.',
  },
  {
    id: 'page-no-duplicate-contentinfo',
    data: null,
    says: 'Keep one contentinfo (page footer) on the page.',
  },
  {
    id: 'page-no-duplicate-main',
    data: null,
    says: 'Keep one main element on the page.',
  },
  {
    id: 'presentational-role',
    data: null,
    says: 'Declare it decorative with role="none".',
  },
  {
    id: 'presentational-role',
    data: {
      messageKey: 'globalAria',
    },
    says: 'Remove its global ARIA attributes so that role="none" takes effect.',
  },
  {
    id: 'presentational-role',
    data: {
      messageKey: 'focusable',
    },
    says: 'Make it unfocusable so that role="none" takes effect.',
  },
  {
    id: 'presentational-role',
    data: {
      messageKey: 'both',
    },
    says: 'Remove its global ARIA attributes and make it unfocusable so that role="none" takes effect.',
  },
  {
    id: 'presentational-role',
    data: {
      messageKey: 'iframe',
      nodeName: 'iframe',
    },
    says: 'Remove the title from the iframe with role="none".',
  },
  {
    id: 'region',
    data: null,
    says: 'Move it into a landmark, for example main, nav, header or footer.',
  },
  {
    id: 'same-caption-summary',
    data: null,
    says: 'Remove the summary that repeats the caption, or change its text.',
  },
  {
    id: 'scope-value',
    data: null,
    says: 'Use scope="col", "row", "colgroup" or "rowgroup".',
  },
  {
    id: 'skip-link',
    data: null,
    says: 'Make the skip link lead to an element that exists on the page and is visible when the link is used.',
  },
  {
    id: 'structured-dlitems',
    data: null,
    says: 'Put at least one dt, followed by a dd, into the dl.',
  },
  {
    id: 'svg-non-empty-title',
    data: null,
    says: 'Add a title element as its first child.',
  },
  {
    id: 'svg-non-empty-title',
    data: {
      messageKey: 'emptyTitle',
    },
    says: 'Fill the empty title element.',
  },
  {
    id: 'tabindex',
    data: null,
    says: 'Use tabindex="0" or none, and put the element at its position in the tab order.',
  },
  {
    id: 'target-offset',
    data: null,
    says: 'Check that there is enough space around it.',
  },
  {
    id: 'target-offset',
    data: {
      closestOffset: 18,
      minOffset: 24,
    },
    says: 'Leave more space around it (a circle of 18px is free, needs 24px).',
  },
  {
    id: 'target-offset',
    data: {
      messageKey: 'tooManyRects',
      closestOffset: 0,
      minOffset: 24,
    },
    says: 'Check that there is enough space around it.',
  },
  {
    id: 'target-size',
    data: null,
    says: 'Check that the target is large enough, 24 by 24px.',
  },
  {
    id: 'target-size',
    data: {
      width: 16,
      height: 16.04,
      minSize: 24,
    },
    says: 'Make it larger (16 by 16px, needs 24 by 24px).',
  },
  {
    id: 'target-size',
    data: {
      messageKey: 'partiallyObscured',
      width: 10,
      height: 24,
      minSize: 24,
    },
    says: 'Make it larger (10 by 24px where nothing covers it, needs 24 by 24px).',
  },
  {
    id: 'target-size',
    data: {
      messageKey: 'contentOverflow',
      minSize: 24,
    },
    says: 'Check that the target is large enough, 24 by 24px.',
  },
  {
    id: 'td-has-header',
    data: null,
    says: 'Give each data cell a header: a th in its row or column, or headers.',
  },
  {
    id: 'td-headers-attr',
    data: null,
    says: 'Fill the empty headers attributes of its cells, or remove them.',
  },
  {
    id: 'td-headers-attr',
    data: {
      messageKey: 'cell-header-not-in-table',
    },
    says: 'Use only ids of cells of the same table in the headers attributes of its cells.',
  },
  {
    id: 'td-headers-attr',
    data: {
      messageKey: 'cell-header-not-th',
    },
    says: 'Use ids of th elements, not of data cells, in the headers attributes of its cells.',
  },
  {
    id: 'td-headers-attr',
    data: {
      messageKey: 'header-refs-self',
    },
    says: 'Use ids of other cells, not of the cell itself, in the headers attributes of its cells.',
  },
  {
    id: 'th-has-data-cells',
    data: null,
    says: 'Make it a td if it is not a header of any cell, or check its data cells.',
  },
  {
    id: 'title-only',
    data: null,
    says: 'Give the field a visible label beside its title or description.',
  },
  {
    id: 'unique-frame-title',
    data: null,
    says: 'Give the frame a title that no other frame of the page has.',
  },
  {
    id: 'unsupportedrole',
    data: null,
    says: 'Replace its role, which few screen readers support.',
  },
  {
    id: 'unsupportedrole',
    data: {
      value: 'text',
    },
    says: 'Replace role text, which few screen readers support.',
  },
  {
    id: 'valid-lang',
    data: null,
    says: 'Correct the language code in lang: use one like en or pt-BR.',
  },
  {
    id: 'valid-lang',
    data: {
      values: ['lang="xx"'],
    },
    says: 'Correct the language code in lang (now: xx): use one like en or pt-BR.',
  },
  {
    id: 'valid-scrollable-semantics',
    data: null,
    says: 'Give the focusable element a suitable role.',
  },
  {
    id: 'xml-lang-mismatch',
    data: null,
    says: 'Give lang and xml:lang the same language.',
  },
];
