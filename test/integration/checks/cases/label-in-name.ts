import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-label-in-name',
  pages: [
    {
      kind: 'bad',
      shows: 'reports names without the visible text',
      html: `<button id="one" aria-label="Submit">Send</button><a id="two" href="/a" aria-label="Trees">Report on roses</a><span id="l">Close</span><div id="three" role="button" tabindex="0" aria-labelledby="l">Cancel</div>`,
      violations: ['#one', '#two', '#three'],
    },
    {
      kind: 'bad',
      shows: 'reports other words and other order',
      html: `<button id="one" aria-label="two zero two three">2 0 2 3</button><button id="two" aria-label="just ice">justice</button><button id="three" aria-label="the year">The year 2024</button><button id="four" aria-label="send mail now">Now send mail</button>`,
      violations: ['#one', '#two', '#three', '#four'],
    },
    {
      kind: 'bad',
      shows: 'counts text that is hidden only from assistive technology',
      html: `<button id="one" aria-label="Download report">Download <span aria-hidden="true">big</span> report</button>`,
      violations: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts names with the visible text, in any case and spacing',
      html: `<button aria-label="Next page of the list">Next
 Page</button><a href="/a" aria-label="compose email">Compose<br>email</a><button aria-label="Hello world"><p>Hello</p><p>world</p></button><button aria-label="Cart, 3 items">Cart: 3</button>`,
    },
    {
      kind: 'good',
      shows: 'accepts symbols, single letters and icons',
      html: `<button aria-label="Close">X</button><button aria-label="Next">→</button><button aria-label="Like">👍</button><button aria-label="Menu"><span style="font-family: 'Material Icons'">menu_open</span></button>`,
    },
    {
      kind: 'good',
      shows: 'accepts text that is hidden by CSS',
      html: `<button aria-label="Download report">Download <span style="display:none">big</span><span style="visibility:hidden">old</span><span style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)">PDF</span> report</button>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts states of switches and of pressed buttons',
      html: `<button role="switch" aria-checked="true" aria-label="Notifications">On</button><button aria-pressed="false" aria-label="Sound">Off</button>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts abbreviations, hyphens, shortened text and parentheses',
      html: `<a href="/a" aria-label="University Avenue">University Ave.</a><a href="/b" aria-label="non-standard">nonstandard</a><a href="/c" aria-label="The history of trees">The history of t…</a><a href="/d" aria-label="Messages, 3 unread">Messages (3)</a><a href="/e" aria-label="5 minutes">5min</a>`,
    },
    {
      kind: 'borderline',
      shows: 'asks about cards, and about names with other words in between',
      html: `<a id="one" href="/a" aria-label="Read about trees"><h3>Oaks</h3><p>They grow</p></a><button id="two" aria-label="Send the mail">Send mail</button>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'borderline',
      shows: 'accepts elements that are no controls',
      html: `<h2 aria-label="Trees">Roses</h2><p aria-label="Trees" role="note">Roses</p><a href="/a" aria-label="Trees"><img src="data:," alt="Roses"></a>`,
    },
  ],
};
