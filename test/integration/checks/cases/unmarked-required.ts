import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-unmarked-required',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about an asterisk that nothing explains',
      html: `<label>Name * <input id="one"></label><label for="two">* City:</label><select id="two"><option>A</option></select>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts fields that are required',
      html: `<label>Name * <input required></label><label>City * <input aria-required="true"></label>`,
    },
    {
      kind: 'good',
      shows: 'accepts an explanation',
      html: `<p>Fields with * are required.</p><label>Name * <input></label>`,
    },
    { kind: 'good', shows: 'accepts the word', html: `<label>Name (required) <input></label>` },
    {
      kind: 'borderline',
      shows: 'does not take code for an explanation',
      html: `<pre>a * b</pre><label>Name* <input id="one"></label>`,
      reviews: ['#one'],
    },
    {
      kind: 'borderline',
      shows: 'accepts an asterisk within a label, and hidden fields',
      html: `<label>a*b <input></label><label hidden>Name * <input></label>`,
    },
    {
      kind: 'bad',
      shows: 'does not take any asterisk for an explanation',
      html: `<p hidden>Fields with * are required.</p><p aria-hidden="true">Fields with * are required.</p><p>* plus delivery</p>
        <div>City *</div><label>Name (*) <input id="one"></label>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about boxes, files, times and unknown types',
      html: `<label><input type="checkbox" id="one"> I agree *</label><label>File * <input type="file" id="two"></label><label>Time * <input type="time" id="three"></label><label>Phone * <input type="phone" id="four"></label>
        <label><input type="radio" id="five"> Yes *</label>`,
      reviews: ['#five', '#four', '#one', '#three', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts an explanation in a legend, also if the asterisk is in an element of its own',
      html: `<fieldset><legend>Contact (<em>*</em> required)</legend><label>Name * <input></label></fieldset>`,
    },
  ],
};
