import type { CheckCases } from './check-cases.ts';

const radios = (name: string, first = '') =>
  `<label><input type="radio" name="${name}" value="1" ${first}> Small</label>
  <label><input type="radio" name="${name}" value="2"> Large</label>`;
const boxes = (name: string) => radios(name).replaceAll('"radio"', '"checkbox"');

export const cases: CheckCases = {
  check: 'a11y-field-group',
  pages: [
    {
      kind: 'bad',
      shows: 'reports radio buttons behind a text that is not their legend',
      html: `<form><div id="one"><p>Which size?</p>${radios('a')}</div><div id="two">Color: ${radios('b')}</div>
        <label>Name of the size</label><div><div id="three">${radios('c')}</div></div></form>`,
      violations: ['#one', '#two', '#three'],
    },
    {
      kind: 'bad',
      shows: 'reports a fieldset and a group without a name',
      html: `<form><fieldset id="set">${radios('a')}</fieldset><fieldset id="empty"><legend></legend>${boxes('b')}</fieldset>
        <div role="radiogroup" id="group">${radios('c')}</div></form>`,
      violations: ['#set', '#empty', '#group'],
    },
    {
      kind: 'bad',
      shows: 'asks about check boxes, and about a heading',
      html: `<form><div id="one"><p>Which sizes?</p>${boxes('a')}</div><div id="two"><h2>Size</h2>${radios('b')}</div></form>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts groups with a name',
      html: `<form><fieldset><legend>Size</legend>${radios('a')}</fieldset>
        <div role="radiogroup" aria-labelledby="color"><p id="color">Color</p>${radios('b')}</div>
        <div role="group" aria-label="Sizes"><p>Sizes</p>${boxes('c')}</div></form>`,
    },
    {
      kind: 'good',
      shows: 'accepts single fields, and fields of other names in a group or without a text in front of them',
      html: `<form><p>Newsletter</p><label><input type="checkbox" name="a"> Yes</label></form>
        <form><fieldset><legend>Sizes</legend><label><input type="checkbox" name="b"> S</label><label><input type="checkbox" name="c"> L</label></fieldset></form>
        <form><label><input type="checkbox" name="d"> Terms</label><label><input type="checkbox" name="e"> News</label></form>`,
    },
    {
      kind: 'bad',
      shows: 'asks once about check boxes of other names below one text',
      html: `<form><div id="one"><p>Which sizes?</p><div><label><input type="checkbox" name="a"> S</label></div>
        <div><label><input type="checkbox" name="b"> L</label></div></div></form>
        <form><div><p>Which colors?</p><ul><li><label><input type="checkbox" id="red"> Red</label></li><li><label><input type="checkbox" id="blue"> Blue</label></li></ul></div></form>`,
      reviews: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts a summary in front of the fields, and a fieldset without a name around all fields',
      html: `<form><details open><summary>Color</summary><ul><li>${boxes('a')}</li></ul></details>
        <details open><summary><b>Size</b></summary>${radios('b')}</details></form>
        <form><fieldset disabled><label>City <input></label><fieldset><legend>Size</legend>${radios('c')}</fieldset>
        ${boxes('d')}</fieldset></form>`,
    },
    {
      kind: 'bad',
      shows: 'reports texts in front of groups in a summary or fieldset with further fields',
      html: `<form><details open><summary>Filter</summary><label>City <input></label><div id="one"><p>Size</p>${radios('a')}</div></details></form>
        <form><fieldset disabled><label>City <input></label><div id="two"><p>Size</p>${radios('b')}</div></fieldset></form>`,
      violations: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'reports a fieldset without a name whose last choice has a field for another answer',
      html: `<form><fieldset id="one">${boxes('a')}<input name="other" aria-label="Other"></fieldset></form>`,
      violations: ['#one'],
    },
    {
      kind: 'borderline',
      shows: 'asks about radio buttons without a text in front of them, and accepts such check boxes',
      html: `<form>${radios('a', 'id="one"')}<label>City <input></label>${radios('b', 'id="two"')}${boxes('c')}</form>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'borderline',
      shows: 'accepts names that contain that of the group, tables with headers, and hidden fields',
      html: `<form><p id="q">Size</p><input type="radio" name="a" aria-labelledby="q s"><b id="s">S</b>
        <input type="radio" name="a" aria-labelledby="q l"><b id="l">L</b>
        <table><tr><th>Question</th><th>Yes</th><th>No</th></tr><tr><th>Warm?</th><td><input type="radio" name="b" title="Yes"></td>
        <td><input type="radio" name="b" title="No"></td></tr></table><div hidden><p>Size</p>${radios('c')}</div></form>`,
    },
  ],
};
