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
      shows: 'asks about cards, and about names with other words between elements',
      html: `<a id="one" href="/a" aria-label="Read about trees"><h3>Oaks</h3><p>They grow</p></a><a href="/b" aria-label="Oaks"><h3>Oaks</h3><p>They grow</p></a><button id="two" aria-label="Send the mail">Send <b>mail</b></button>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'reports names with other words in between',
      html: `<button id="one" aria-label="Send the mail">Send mail</button><a id="two" href="/a" aria-label="Download gizmo specification">Download specification</a>`,
      violations: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'reports shortened text and digits that are not in the name',
      html: `<button id="one" aria-label="Play music">Download MP3</button><button id="two" aria-label="Options">More…</button><a id="three" href="/a" aria-label="Discover Italy">Discover It</a><a id="four" href="/b" aria-label="Proof of two multiplied by two is four">Proof of 2×2=4</a>`,
      violations: ['#one', '#two', '#three', '#four'],
    },
    {
      kind: 'borderline',
      shows: 'accepts abbreviated dates, amounts and words, and symbols that people say',
      html: `<button aria-label="Friday, 3 January 2025">Fri 3 Jan</button><button aria-label="Saturday, March 15th, 2025">15</button><button aria-label="Monday">Mon</button><a href="/a" aria-label="Published 2 hours ago">Published 2h ago</a><a href="/b" aria-label="Department of Parks">Dept. of Parks</a><a href="/c" aria-label="Terms and conditions">Terms &amp; conditions</a>`,
    },
    {
      kind: 'good',
      shows: 'accepts a part of a name in a script without spaces, and other letter case',
      html: `<button aria-label="メニューを閉じる">閉じる</button><button aria-label="关闭菜单">菜单</button><button aria-label="ปิดเมนู">เมนู</button><button aria-label="STRASSE SUCHEN">Straße suchen</button>`,
    },
    {
      kind: 'bad',
      shows: 'reports another text in a script without spaces',
      html: `<button id="one" aria-label="送信する">閉じる</button>`,
      violations: ['#one'],
    },
    {
      kind: 'borderline',
      shows: 'accepts numbers and keys beside the label, and parentheses in the name',
      html: `<a href="/a" aria-label="You must be signed in to star a repository"><svg></svg>Star <span style="display:inline-block">1.2k</span></a><button aria-label="Notifications">Notifications <span>4</span></button><button aria-label="Search"><span>Search</span><kbd>Ctrl</kbd><kbd><b>K</b></kbd></button><button aria-label="Search (by date) now">Search now</button><button aria-label="Search (by date) now">Search (date) now</button>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts elements that are no controls',
      html: `<h2 aria-label="Trees">Roses</h2><p aria-label="Trees" role="note">Roses</p><a href="/a" aria-label="Trees"><img src="data:," alt="Roses"></a>`,
    },
  ],
};
