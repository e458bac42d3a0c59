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
  ],
};
