import { askReview, type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { findAround, LEVELS_MAX, listTextFields, readInputType } from '../in-page/fields.ts';
import { chooseByLanguage, toPhrase } from '../in-page/words/languages.ts';
import { genericLabels, notOfDates } from './words.ts';

const dateTypes: ReadonlySet<string> = new Set(['date', 'time', 'month', 'week', 'datetime-local']);
const groups: ReadonlySet<string> = new Set(['fieldset', 'tr', 'details']);

/** Tests the names of fields and lists. */
export const check: Check = function* (page) {
  const phrases = chooseByLanguage(page, genericLabels);
  if (phrases === undefined) return;
  const generic = new Set(phrases);
  const lists = page.byTag('select').filter((field) => page.isVisible(field));
  for (const field of [...listTextFields(page), ...lists]) {
    const name = page.name(field);
    const phrase = toPhrase(name);
    if (notOfDates.has(phrase) && isUnexplainedDate(field))
      yield fail(field, 'The label does not say which date or time to enter.', { name });
    else if (generic.has(phrase))
      yield askReview(field, 'Do users know by this label what to enter?', { name });
    else if (name !== '') yield pass();
  }
};

/**
 * True for a field for a date or time whose label is a text of the page, and that neither a description nor a group
 * says more about. A name that is an attribute is no label, and what is beside the field may say more.
 */
function isUnexplainedDate(field: PageElement): boolean {
  return (
    field.props.nodeName === 'input' &&
    dateTypes.has(readInputType(field)) &&
    !['aria-label', 'title', 'aria-describedby', 'aria-description'].some((attribute) =>
      field.hasAttr(attribute),
    ) &&
    findAround(field, groups) === null &&
    !isInGroup(field)
  );
}

function isInGroup(field: PageElement): boolean {
  let up = field.parent as PageElement | null;
  for (let level = 0; up !== null && level < LEVELS_MAX; level += 1) {
    if (['group', 'radiogroup', 'row'].includes(up.attr('role') ?? '')) return true;
    up = up.parent as PageElement | null;
  }
  return false;
}
