import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-autocomplete-purpose',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about fields for data of the user',
      html: `<form><label>E-mail* <input id="mail" type="email"></label><label>First name <input id="first"></label>
        <label>Your phone number: <input id="phone" type="tel" autocomplete="off"></label></form>`,
      reviews: ['#mail', '#first', '#phone'],
    },
    {
      kind: 'bad',
      shows: 'asks in other languages',
      html: '<label>Vorname <input id="de"></label><label>Code postal <input id="fr"></label>',
      reviews: ['#de', '#fr'],
    },
    {
      kind: 'good',
      shows: 'accepts fields with a purpose',
      html: '<label>E-mail <input type="email" autocomplete="email"></label><label>First name <input autocomplete="given-name"></label>',
    },
    {
      kind: 'good',
      shows: 'accepts fields for other data',
      html: '<label>Amount <input></label><label>Message <textarea></textarea></label>',
    },
    {
      kind: 'borderline',
      shows: 'accepts data of somebody else, and names that only contain a word',
      html: `<label>E-mail address of your friend <input type="email"></label><label>Phone model <input></label>
        <label>Company name <input></label>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts fields for search, hidden fields and choices',
      html: `<input type="search" aria-label="Postcode"><div hidden><label>E-mail <input></label></div>
        <label><input type="checkbox"> E-mail</label>`,
    },
  ],
};
