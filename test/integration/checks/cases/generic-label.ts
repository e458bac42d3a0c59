import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-generic-label',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about labels that say nothing',
      html: `<label>Info: <input id="one"></label><label for="two">Menu</label><select id="two"><option>A</option></select>
        <label>Text <input id="three"></label>`,
      reviews: ['#one', '#two', '#three'],
    },
    {
      kind: 'bad',
      shows: 'asks about a name that only assistive technology gets, and in other languages',
      html: `<!doctype html><html lang="de"><title>Titel</title><main><h1>Titel</h1><input id="one" aria-label="Eingabefeld"></main>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'reports labels of dates and times that do not say which',
      html: `<label>Info <input id="one" type="date"></label><span id="menu">Menu</span> <input id="two" type="time" aria-labelledby="menu">`,
      violations: ['#one', '#two'],
    },
    {
      kind: 'borderline',
      shows: 'asks once a text, also if a group, a row or a description says more, and about values of dates',
      html: `<fieldset><legend>Date of birth</legend><label>Info <input id="one" type="date"></label></fieldset>
        <div role="group" aria-label="Arrival"><label>Info <input id="two" type="time"></label></div>
        <label>Info <input id="three" type="date" aria-describedby="day"></label> <p id="day">Day of departure</p>
        <label>Value <input id="four" type="date"></label>`,
      reviews: ['#four', '#one'],
      data: { name: 'Info', elements: 3 },
    },
    {
      kind: 'good',
      shows: 'accepts labels that say what to enter',
      html: `<label>First name <input></label><label>Text of your message <textarea></textarea></label><label>Name <input></label><label>Date of birth <input type="date"></label>`,
    },
    { kind: 'good', shows: 'accepts search', html: `<label>Search <input type="search"></label>` },
    {
      kind: 'borderline',
      shows: 'accepts fields without a name, which axe-core reports, and buttons',
      html: `<input><button>Info</button><input type="submit" value="Enter">`,
    },
    {
      kind: 'borderline',
      shows: 'accepts pages in languages that it does not know, and hidden fields',
      html: `<!doctype html><html lang="ka"><title>Title</title><main><h1>Title</h1><label>Info <input></label></main>`,
    },
    {
      kind: 'borderline',
      shows: 'asks about a date whose name is no text of the page',
      html: `<p>Arrival: <input id="one" type="date" aria-label="Info"></p>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about visible labels, roles, choices, and labels that do not suit the type',
      html: `<label for="one">Label</label><input id="one" aria-label="First name"><span id="field">Field</span><div id="two" role="textbox" contenteditable tabindex="0" aria-labelledby="field"></div>
        <label><input id="three" type="checkbox">Option</label><label>First name <input id="four" type="date"></label><label>Phone <input id="five" type="email"></label>`,
      reviews: ['#five', '#four', '#one', '#three', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks once about fields with the same label whose headings nobody sees',
      html: `<form><h2 hidden>Shipping</h2><label>Recipient <input></label><label>Street <input></label><h2 style="position: absolute; left: -9999px">Billing</h2><label>Recipient <input id="one"></label><label>Street <input></label></form>`,
      reviews: ['#one'],
    },
    {
      kind: 'good',
      shows:
        'accepts the same label after a heading or a legend, in another row or HTML form, lists of a field, and choices',
      html: `<form><h2>Shipping</h2><label>Recipient <input></label><h2>Billing</h2><label>Recipient <input></label><fieldset><legend>Gift</legend><label>Recipient <input></label></fieldset></form>
        <form><label>Recipient <input></label><ul><li><label>Phone <input type="tel"></label></li><li><label>Phone <input type="tel"></label></li></ul>
        <label id="tree">Tree <input role="combobox" aria-expanded="true" aria-controls="trees"></label><div id="trees" role="listbox" aria-labelledby="tree"><div role="option" tabindex="0">Oak</div></div>
        <p>Do you have a garden?</p><label><input type="radio" name="a">Yes</label><p>Do you have a dog?</p><label><input type="radio" name="b">Yes</label><label><input type="checkbox">Text</label></form>`,
    },
  ],
};
