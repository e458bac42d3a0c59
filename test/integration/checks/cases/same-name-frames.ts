import type { CheckCases } from './check-cases.ts';

const inner = (text: string, title = text) =>
  `<!doctype html><html lang="en"><title>${title}</title><p>${text}</p>`;
const files = {
  '/same-name-one': inner('One'),
  '/same-name-two': inner('Two'),
  '/same-name-copy': inner('One', ''),
  '/same-name-again': inner('One', ''),
  '/same-name-titled': inner('Another text', 'One'),
  '/same-name-outer':
    '<!doctype html><html lang="en"><title>Outer</title><iframe title="Map" src="/same-name-two"></iframe>',
};

export const cases: CheckCases = {
  check: 'a11y-same-name-frames',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about frames with other content',
      html: '<iframe id="one" title="Map" src="/same-name-one"></iframe><iframe id="two" aria-label="map" src="/same-name-two"></iframe>',
      files,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks about a frame whose name is also that of one in another frame',
      html: '<iframe id="one" title="Map" src="/same-name-one"></iframe><iframe title="Outer" src="/same-name-outer"></iframe>',
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about documents without an address',
      html: `<iframe id="one" title="Map" srcdoc="<p>One</p>"></iframe><iframe id="two" title="Map" srcdoc="<p>Two</p>"></iframe>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts the same document, one with the same title, and a copy of it',
      html: `<iframe title="Map" src="/same-name-one"></iframe><iframe title="Map" src="/same-name-one#part"></iframe>
        <iframe title="Plan" src="/same-name-one"></iframe><iframe title="Plan" src="/same-name-titled"></iframe>
        <iframe title="Card" src="/same-name-copy"></iframe><iframe title="Card" src="/same-name-again"></iframe>`,
    },
    {
      kind: 'good',
      shows: 'accepts frames with other names',
      html: '<iframe title="Map" src="/same-name-one"></iframe><iframe title="Plan" src="/same-name-two"></iframe>',
    },
    {
      kind: 'borderline',
      shows: 'accepts frames without a name, and hidden ones',
      html: `<iframe src="/same-name-one"></iframe><iframe src="/same-name-two"></iframe>
        <iframe title="Map" src="/same-name-one"></iframe><iframe title="Map" hidden src="/same-name-two"></iframe>
        <iframe title="Map" aria-hidden="true" src="/same-name-two"></iframe>`,
    },
  ],
};
