import { checks } from '../checks/checks.ts';

/**
 * How to fix a violation of each rule, for a person who does not know axe: in our words, based on the rule's page at
 * https://dequeuniversity.com/rules/axe/4.14/ and the techniques of its success criteria. A unit test checks that every
 * rule of every rule set is here.
 */
const remedies = new Map(
  Object.entries({
    accesskeys: 'Give each accesskey to one element only, or use no accesskeys.',
    'area-alt': 'Give every linked area of the image map an alt text that says where it leads.',
    'aria-allowed-attr': 'Remove the ARIA attribute, or use an element or role that supports it.',
    'aria-allowed-role': 'Remove the role, or use an element that may have it; a native element is best.',
    'aria-braille-equivalent':
      'Give the element an ordinary name or role description beside its braille one.',
    'aria-command-name':
      'Give the button, link or menu item a name: text inside it, or an aria-label if it shows only an icon.',
    'aria-conditional-attr':
      'Use the ARIA attribute only where the role and the state of the element allow it.',
    'aria-deprecated-role': 'Replace the role by its successor, or by a native element.',
    'aria-dialog-name': 'Name the dialog: point aria-labelledby at its heading, or give it an aria-label.',
    'aria-hidden-body': 'Remove aria-hidden from the body: it hides the whole page from screen readers.',
    'aria-hidden-focus':
      'Make what is hidden from screen readers unreachable with the keyboard too (hidden, inert or display: none), or do not hide it.',
    'aria-input-field-name': 'Give the field a name: point aria-labelledby at its visible label.',
    'aria-meter-name': 'Give the meter a name with aria-label or aria-labelledby.',
    'aria-progressbar-name': 'Give the progress bar a name that says what is in progress.',
    'aria-prohibited-attr':
      'Remove the ARIA attribute, or give the element a role that may have a name; a plain span or div may not.',
    'aria-required-attr':
      'Add the ARIA attribute that the role needs, or use a native element, which has it built in.',
    'aria-required-children':
      'Put only the elements into it that its role allows, for example options into a listbox.',
    'aria-required-parent':
      'Put the element inside the kind of element that its role belongs to, for example a tab into a tablist.',
    'aria-roledescription': 'Remove aria-roledescription, or give the element a role.',
    'aria-roles': 'Correct the role: it is misspelled or does not exist.',
    'aria-tab-name': 'Give the tab a name: text inside it, or an aria-label if it shows only an icon.',
    'aria-text': 'Remove role="text", or move the focusable element out of it.',
    'aria-toggle-field-name':
      'Give the switch, checkbox or radio button a name: visible text that labels it.',
    'aria-tooltip-name': 'Put text into the tooltip.',
    'aria-treeitem-name': 'Give the tree item a name: text inside it, or an aria-label.',
    'aria-valid-attr': 'Correct the ARIA attribute: it is misspelled or does not exist.',
    'aria-valid-attr-value':
      'Correct the value of the ARIA attribute; an id that it refers to must be on the page.',
    'audio-caption': 'Put a transcript of the recording on the page, or a link to one.',
    'autocomplete-valid':
      'Use a value of autocomplete that the HTML standard knows and that suits the field, for example name or email.',
    'avoid-inline-spacing':
      'Set the spacing of text in a style sheet, or without !important, so that readers can change it.',
    blink: 'Replace the blink element by text that stands still.',
    'button-name': 'Give the button a name: text inside it, or an aria-label if it shows only an icon.',
    bypass: 'Let people jump to the content: a skip link, a main landmark or headings.',
    'color-contrast':
      'Make the text darker or the background lighter (or the reverse): 4.5:1, or 3:1 for large text.',
    'color-contrast-enhanced':
      'Make the text darker or the background lighter (or the reverse): 7:1, or 4.5:1 for large text.',
    'definition-list': 'Put only dt and dd groups, or divs around them, into the dl.',
    dlitem: 'Put the dt or dd into a dl.',
    'document-title': 'Give the page a title that distinguishes it from other pages.',
    'duplicate-id': 'Make the id unique on the page.',
    'duplicate-id-active': 'Make the id unique: labels and links reach only the first element that has it.',
    'duplicate-id-aria':
      'Make the id unique: labels and ARIA attributes that refer to it reach only the first element that has it.',
    'empty-heading': 'Put text into the heading, or remove it.',
    'empty-table-header': 'Put text into the header cell; make it a td if it is no header.',
    'focus-order-semantics':
      'Give the element that takes the keyboard focus a role that says what it does; a native element is best.',
    'form-field-multiple-labels': 'Give the field one label; put further text into aria-describedby.',
    'frame-focusable-content':
      'Remove tabindex="-1" from the frame: it keeps the keyboard out of what is in it.',
    'frame-tested': 'The frame could not be scanned: check its content by itself.',
    'frame-title': 'Give the frame a title that says what is in it.',
    'frame-title-unique': 'Give each frame a title of its own that says what is in it.',
    'heading-order':
      'Use the next heading level, without skipping one; set the size of text in style sheets.',
    'hidden-content': 'Show the hidden content, for example by opening the menu, and check it in that state.',
    'html-has-lang': 'Set the language of the page, for example <html lang="en">.',
    'html-lang-valid': 'Correct the language code of the page, for example en or pt-BR.',
    'html-xml-lang-mismatch': 'Give lang and xml:lang the same language.',
    'identical-links-same-purpose': 'Give links that lead to different pages different texts.',
    'image-alt':
      'Give the image an alt text that says what it shows or does; alt="" if it is only decoration.',
    'image-redundant-alt': 'Empty the alt text if the text beside the image already says the same: alt="".',
    'input-button-name': 'Give the button a value that says what it does.',
    'input-image-alt': 'Give the image button an alt text that says what it does.',
    label: 'Give the field a visible label: a label element whose for attribute is the id of the field.',
    'label-content-name-mismatch':
      'Let the name contain the visible text, word for word, so that people can say it to voice control.',
    'label-title-only': 'Give the field a visible label; a title or description alone is easily missed.',
    'landmark-banner-is-top-level':
      'Move the page header out of the other landmark, or remove its banner role.',
    'landmark-complementary-is-top-level': 'Move the aside out of the other landmark, or use a section.',
    'landmark-contentinfo-is-top-level':
      'Move the page footer out of the other landmark, or remove its contentinfo role.',
    'landmark-main-is-top-level': 'Move main out of the other landmark.',
    'landmark-no-duplicate-banner': 'Keep one page header; give the others no banner role.',
    'landmark-no-duplicate-contentinfo': 'Keep one page footer; give the others no contentinfo role.',
    'landmark-no-duplicate-main': 'Keep one main element on the page.',
    'landmark-one-main': 'Put the main content of the page into a main element.',
    'landmark-unique': 'Give landmarks of the same kind different names with aria-label or aria-labelledby.',
    'link-in-text-block':
      'Underline links within text, or make them differ from the text by more than a color shade.',
    'link-name':
      'Give the link a name that says where it leads: text inside it, or an aria-label if it shows only an icon.',
    list: 'Put only li elements directly into the list.',
    listitem: 'Put the li into a ul or ol.',
    marquee: 'Replace the marquee element by text that stands still.',
    'meta-refresh':
      'Do not reload or redirect the page after a while; let people do so themselves, or redirect on the server.',
    'meta-refresh-no-exceptions': 'Do not reload or redirect the page after a while, however long.',
    'meta-viewport':
      'Remove user-scalable=no and maximum-scale from the viewport, so that people can enlarge the page.',
    'meta-viewport-large': 'Allow enlarging to 500 %: raise maximum-scale to 5, or remove it.',
    'nested-interactive':
      'Move the link, button or field out of the control around it, and put them side by side.',
    'no-autoplay-audio': 'Do not start sound by itself, or give people a way to stop it at once.',
    'object-alt': 'Give the object a name that says what it shows, with aria-label or title.',
    'p-as-heading': 'Use a heading element (h1 to h6) instead of the paragraph that looks like a heading.',
    'page-has-heading-one': 'Give the page one heading of level 1 that says what it is about.',
    'presentation-role-conflict':
      'Remove tabindex and ARIA attributes from the decorative element (role none or presentation, or alt=""), or do not declare it decorative.',
    region: 'Put all content into landmarks: header, nav, main, footer, or a section with a name.',
    'role-img-alt': 'Give the element a name that says what it shows, with aria-label or aria-labelledby.',
    'scope-attr-valid': 'Put scope on th elements only, with the value col, row, colgroup or rowgroup.',
    'scrollable-region-focusable':
      'Let the keyboard reach the scrolling area: tabindex="0" and a name, or something focusable in it.',
    'select-name':
      'Give the list a visible label: a label element whose for attribute is the id of the select.',
    'server-side-image-map': 'Use a client-side image map or separate links, which the keyboard can reach.',
    'skip-link':
      'Let the skip link lead to an element that is on the page, and make that element focusable if necessary.',
    'summary-name': 'Put text into the summary element that says what it reveals.',
    'svg-img-alt':
      'Give the graphic a name that says what it shows: a title element in it, or an aria-label.',
    tabindex:
      'Remove the positive tabindex, and put the elements into the order in which they should be reached.',
    'table-duplicate-name': 'Let the caption name the table, and remove the summary or give it another text.',
    'table-fake-caption': 'Put the caption of the table into a caption element, not into a cell.',
    'target-size': 'Make it at least 24 by 24 CSS pixels large, or leave as much space around it.',
    'td-has-header': 'Make the header cells of the table th elements, each with a scope.',
    'td-headers-attr':
      'Let headers refer to ids of th elements in the same table, or use scope on the th elements instead.',
    'th-has-data-cells': 'Make sure that each th is the header of some cells; else make it a td.',
    'valid-lang': 'Correct the language code, for example fr or zh-Hant.',
    'video-caption': 'Give the video captions: a track element of kind captions.',
  }),
);

const remediesOfChecks = new Map(checks.map(({ id, remedy }) => [id, remedy]));

/** Returns how to fix a violation of this rule in general; null for a rule that is in no rule set. */
export function getRemedy(ruleId: string): string | null {
  return remedies.get(ruleId) ?? remediesOfChecks.get(ruleId) ?? null;
}
