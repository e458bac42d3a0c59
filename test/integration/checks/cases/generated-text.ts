import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-generated-text',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about sentences',
      html: `<style>#one::before { content: "Only this week: "; }</style><p id="one">Apples</p>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about a long word behind an element',
      html: `<style>.required::after { content: " (required)"; }</style><label class="required" id="one">Name <input></label>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about each text once',
      html: `<style>p::after { content: "Members only"; }</style><p id="one">A</p><p>B</p><p>C</p>`,
      reviews: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts headers of a table that styles show again',
      html: `<style>td::before { content: attr(data-label) ": "; }</style><table><tr><th>Opening hours</th><th>Price</th></tr>
        <tr><td data-label="Opening hours">9</td><td data-label="Price">1</td></tr></table>`,
    },
    { kind: 'good', shows: 'accepts text of the document', html: `<p>Only this week: Apples</p>` },
    {
      kind: 'good',
      shows: 'accepts signs, numbers, units and quotation marks',
      html: `<style>a::after { content: " \\2192"; } q::before { content: "“"; } p::before { content: counter(x) ". "; } p::after { content: " kg"; }</style><p>One <a href="/">A</a> <q>B</q></p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts names of symbols in fonts of their own',
      html: `<style>#one::before { content: "shopping cart"; font-family: Symbols; }</style><p id="one">Cart</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts what is not shown',
      html: `<style>#one::before { content: "Only this week"; } #two::before { content: "Only this week"; display: none; }</style><p id="one" hidden>Apples</p><p id="two">Pears</p>`,
    },
    {
      kind: 'good',
      shows: 'accepts texts that are not visible, and that are a name or title too',
      html: `<style>#one::before { content: "Only this week"; visibility: hidden; } #two::before { content: "Only this month"; opacity: 0; }
        #three::after, #four::after { content: attr(data-tip); }</style><p id="one">Apples</p><p id="two">Pears</p>
        <button id="three" aria-label="Save the page" data-tip="Save the page">S</button><a id="four" href="/" title="Read more pages" data-tip="Read more pages">R</a>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts symbols of fonts, and alternatives of symbols',
      html: `<style>i { font-family: "Material Icons"; } i::before { content: "favorite"; } #two::before { content: "shopping_cart"; } #three::before { content: "★" / "Only this week"; }</style>
        <p><i></i> Like</p><p id="two">Cart</p><p id="three">Offer</p>`,
    },
    {
      kind: 'bad',
      shows: 'asks about short words of scripts without spaces, and about words with an alternative',
      html: `<style>#one::after { content: "必須"; } #two::after { content: "필수"; } #three::before { content: "Only this week" / ""; }</style><p id="one">名前</p><p id="two">이름</p><p id="three">Apples</p>`,
      reviews: ['#one', '#three', '#two'],
    },
  ],
};
