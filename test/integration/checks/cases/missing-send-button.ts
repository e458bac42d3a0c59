import type { CheckCases } from './check-cases.ts';

/** The attribute of a button outside of its owner. */
const OWNER = `${'form'}="one"`;

export const cases: CheckCases = {
  check: 'a11y-missing-send-button',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about fields without a button',
      html: `<form id="one"><label>Name <input></label><label>City <input></label></form>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about fields with a button that resets them',
      html: `<form id="one"><label>Name <input></label><label>Note <textarea></textarea></label><input type="reset" value="Reset"></form>`,
      reviews: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts buttons of each kind',
      html: `<form><label>A <input></label><label>B <input></label><button>Send</button></form><form><label>C <input></label><label>D <input></label><input type="submit"></form><form><label>E <input></label><label>F <input></label><span role="button" tabindex="0">Send</span></form>`,
    },
    {
      kind: 'good',
      shows: 'accepts a button elsewhere',
      html: `<form id="one"><label>A <input></label><label>B <input></label></form><button ${OWNER}>Send</button>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts one field, which Enter sends',
      html: `<form><label>Search <input type="search"></label><input type="hidden" name="a"></form>`,
    },
    {
      kind: 'borderline',
      shows: 'does not test fields that react to changes',
      html: `<form id="one"><label>A <input id="a"></label><label>B <input></label></form><script>a.addEventListener('input', () => console.log(1))</script>`,
    },
    {
      kind: 'borderline',
      shows: 'does not take the button of other fields for one',
      html: `<form id="one"><label>A <input></label><label>B <input></label></form><form id="two"><button>Send</button></form>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about fields whose links and buttons do something else, or that nobody sees',
      html: [
        '<a href="/forgot">Forgot password?</a>',
        '<button type="reset">Reset</button>',
        '<button type="button">Show password</button>',
        '<button hidden>Send</button>',
      ]
        .map(
          (other, index) =>
            `<form id="f${index}"><label>A <input></label><label>B <input></label>${other}</form>`,
        )
        .join(''),
      reviews: ['#f0', '#f1', '#f2', '#f3'],
    },
    {
      kind: 'borderline',
      shows: 'asks once about fields if an element around them reacts to changes',
      reviews: ['#one'],
      html: `<div id="root"><form id="one"><label>A <input></label><label>B <input></label></form><form><label>A <input></label><label>B <input></label></form></div><script>root.addEventListener('change', () => console.log(1))</script>`,
    },
    {
      kind: 'borderline',
      shows: 'asks about fields if the document reacts to changes, and accepts a link that goes nowhere',
      reviews: ['#one'],
      html: `<form id="one"><label>A <input></label><label>B <input></label></form><form><label>C <input></label><label>D <input></label><a href="#">Send</a></form><script>document.addEventListener('change', () => console.log(1))</script>`,
    },
  ],
};
