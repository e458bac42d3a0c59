import type { CheckCases } from './check-cases.ts';

const inner = (text: string, title = text) =>
  `<!doctype html><html lang="en"><title>${title}</title><p>${text}</p>`;
const files = {
  '/same-name-one': inner('One'),
  '/same-name-two': inner('Two'),
  '/same-name-copy': inner('One', ''),
  '/same-name-again': inner('One', ''),
  '/same-name-titled': inner('Another text', 'One'),
  '/same-name-renamed': inner('One', 'Other title'),
  '/same-name-outer':
    '<!doctype html><html lang="en"><title>Outer</title><iframe title="Map" src="/same-name-two"></iframe>',
};

export const cases: CheckCases = {
  check: 'a11y-same-name-frames',
  pages: [
    {
      kind: 'bad',
      shows: 'reports frames with other titles and texts',
      html: '<iframe id="one" title="Map" src="/same-name-one"></iframe><iframe id="two" aria-label="map" src="/same-name-two"></iframe>',
      files,
      violations: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'reports a frame whose name is also that of one in another frame',
      html: '<iframe id="one" title="Map" src="/same-name-one"></iframe><iframe title="Outer" src="/same-name-outer"></iframe>',
      violations: ['#one'],
    },
    {
      kind: 'borderline',
      shows: 'asks about frames whose name says their common purpose',
      html: '<iframe id="one" title="Advertisement" src="/same-name-one"></iframe><iframe id="two" title="Advertisement" src="/same-name-two"></iframe>',
      reviews: ['#one', '#two'],
    },
    {
      kind: 'borderline',
      shows: 'asks about documents with the same text or without a title',
      html: `<iframe id="one" title="Map" src="/same-name-one"></iframe><iframe id="two" title="Map" src="/same-name-renamed"></iframe>
        <iframe id="three" title="Plan" src="/same-name-two"></iframe><iframe id="four" title="Plan" src="/same-name-copy"></iframe>`,
      reviews: ['#four', '#one', '#three', '#two'],
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
    {
      kind: 'bad',
      shows: 'reports frames with the same document beside another one',
      html: `<iframe id="one" title="Map" src="/same-name-one"></iframe><iframe id="two" title="Map" src="/same-name-one"></iframe>
        <iframe id="three" title="Map" src="/same-name-two"></iframe>`,
      violations: ['#one', '#two', '#three'],
    },
  ],
};
