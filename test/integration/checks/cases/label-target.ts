import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-label-target',
  pages: [
    {
      kind: 'bad',
      shows: 'reports a label for an id that does not exist',
      html: '<label for="mail" id="label">E-mail</label><input id="email">',
      violations: ['#label'],
    },
    {
      kind: 'bad',
      shows: 'reports a label beside a field without a name',
      html: '<p><label id="label">City</label> <input></p><p><label id="other">Town</label><select><option>A</option></select></p>',
      violations: ['#label', '#other'],
    },
    {
      kind: 'good',
      shows: 'accepts labels that belong to fields',
      html: `<label for="mail">E-mail</label><input id="mail"><label>City <input></label>
        <label for="town">Town</label><my-field id="town"></my-field>`,
    },
    {
      kind: 'good',
      shows: 'accepts labels that another attribute names',
      html: '<label id="label">E-mail</label><input aria-labelledby="label"><label id="list" for="none">List</label><ul aria-labelledby="list"><li>A</li></ul>',
    },
    {
      kind: 'borderline',
      shows:
        'accepts empty and hidden labels, and a label in front of an empty element that a script may fill',
      html: '<label for="none"></label><label for="none" hidden>Text</label><label for="later">Town</label><div id="app"></div>',
    },
    {
      kind: 'borderline',
      shows: 'accepts a label beside a named field, and one that is a heading of a group',
      html: `<label>City</label> <input aria-label="City"><label>Size</label><div><label><input type="radio" name="s"> S</label></div>
        <label for="box">Box</label><div id="box">Text</div>`,
    },
  ],
};
