import type { CheckCases } from './check-cases.ts';

const password = (rest: string) => `<label>Password <input type="password" id="password" ${rest}></label>`;

export const cases: CheckCases = {
  check: 'a11y-paste-blocked',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about a password that an attribute prevents to be pasted',
      html: password('onpaste="return false"'),
      reviews: ['#password'],
    },
    {
      kind: 'bad',
      shows: 'asks about a listener of the field',
      html: `${password('')}<script>password.addEventListener('paste', (event) => event.preventDefault());</script>`,
      reviews: ['#password'],
    },
    {
      kind: 'bad',
      shows: 'asks about the fields of a sign-in if the document prevents it',
      html: `<label>E-mail <input id="mail" type="email"></label><label>City <input></label>
        <label>Code <input id="code" autocomplete="one-time-code"></label>
        <script>document.onpaste = (event) => { event.preventDefault(); };</script>`,
      reviews: ['#mail', '#code'],
    },
    {
      kind: 'bad',
      shows: 'asks about fields in an element that prevents it, and not about others',
      html: `<form id="sign">${password('')}</form><form><label>Repeat <input type="password"></label></form>
        <script>sign.addEventListener('paste', (event) => event.preventDefault());</script>`,
      reviews: ['#password'],
    },
    { kind: 'good', shows: 'accepts a sign-in without such listeners', html: password('') },
    {
      kind: 'good',
      shows: 'accepts fields without a password',
      html: '<label>E-mail <input type="email" onpaste="return false"></label>',
    },
    {
      kind: 'borderline',
      shows: 'accepts a listener that inserts the text itself, and one that only counts',
      html: `${password('')}<label>Code <input autocomplete="one-time-code" id="code"></label><script>
        code.onpaste = (event) => { event.preventDefault(); code.value = event.clipboardData.getData('text').trim(); };
        password.onpaste = () => { document.title = 'Pasted'; };</script>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a hidden field',
      html: `<div hidden>${password('onpaste="return false"')}</div>`,
    },
  ],
};
