import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-placeholder-label',
  pages: [
    {
      kind: 'bad',
      shows: 'reports fields whose only visible label is the placeholder',
      html: `<form><input id="one" placeholder="E-mail"><textarea id="two" placeholder="Message"></textarea><button>Send</button></form>`,
      violations: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'reports fields with a name that is not visible',
      html: `<form><div><input id="one" aria-label="E-mail" placeholder="E-mail"></div>
        <div><label for="two" style="position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden">City</label>
        <input id="two" placeholder="City"></div></form>`,
      violations: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'reports a field after the row of another one, whose label it is not',
      html: `<form><div><label for="a">Name</label><input id="a"></div><div><input id="one" aria-label="Email" placeholder="Email"></div></form>`,
      violations: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts labels beside, around and elsewhere',
      html: `<form><label for="one">E-mail</label> <input id="one" placeholder="name@example.com">
        <label>City <input placeholder="Oslo"></label><div><label><input placeholder="5"> Number</label></div>
        <p id="street">Street</p><div><div><input aria-labelledby="street" placeholder="High Street 5"></div></div></form>`,
    },
    {
      kind: 'good',
      shows: 'accepts fields without placeholder',
      html: '<input aria-label="E-mail"><input aria-label="E-mail" placeholder=" ">',
    },
    {
      kind: 'borderline',
      shows: 'accepts fields for search',
      html: `<input type="search" aria-label="Find" placeholder="Find"><input name="q" placeholder="Type here">
        <input aria-label="Search the site" placeholder="Keyword"><input role="combobox" aria-label="Town" placeholder="Town">`,
    },
    {
      kind: 'borderline',
      shows:
        'accepts a text in front of the field that is no label, hidden fields, and the only one of an HTML form',
      html: `<form><div><span>Street</span><div><input placeholder="High Street 5"></div></div>
        <table><tr><td>Town</td><td><input placeholder="Oslo"></td></tr></table>
        <div hidden><input placeholder="City"></div></form>
        <form><h2>Newsletter</h2><div><input placeholder="E-mail"></div><button>Subscribe</button></form>`,
    },
  ],
};
