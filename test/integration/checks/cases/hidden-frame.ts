import type { CheckCases } from './check-cases.ts';

const inner = (content: string) =>
  `<!doctype html><html lang="en"><title>Frame</title><p>Timetable ${content}</p>`;
const files = {
  '/hidden-link': inner('<a href="/a">Fares</a>'),
  '/hidden-field': inner('<input aria-label="From" tabindex="0">'),
  '/hidden-text': inner('of all ferries'),
  '/hidden-outer': inner('<iframe title="Inner" src="/hidden-link"></iframe>'),
  '/hidden-empty-outer': inner('<iframe title="Inner" src="/hidden-text"></iframe>'),
  '/hidden-many': inner('<a href="/a" tabindex="-1">x</a>'.repeat(1_100)),
  '/hidden-none': inner(
    '<a href="/a" tabindex="-1">Fares</a><button disabled>Book</button><a href="/b" style="display: none">Ports</a>',
  ),
};

export const cases: CheckCases = {
  check: 'a11y-hidden-frame',
  pages: [
    {
      kind: 'bad',
      shows: 'reports a hidden frame with a link',
      html: '<iframe id="map" title="Map" aria-hidden="true" src="/hidden-link"></iframe>',
      files,
      violations: ['#map'],
    },
    {
      kind: 'bad',
      shows: 'reports a frame with a field in a hidden element',
      html: '<div aria-hidden="true"><p><iframe id="chat" title="Chat" src="/hidden-field"></iframe></p></div>',
      violations: ['#chat'],
    },
    {
      kind: 'bad',
      shows: 'asks about a document of another origin',
      html: `<iframe id="other" title="Chat" aria-hidden="true" sandbox srcdoc="<a href='/a'>Fares</a>"></iframe>`,
      reviews: ['#other'],
    },
    {
      kind: 'bad',
      shows:
        'reports a link in a frame within a hidden frame, and asks about a frame with very many elements',
      html: '<iframe id="outer" title="Outer" aria-hidden="true" src="/hidden-outer"></iframe><iframe id="many" title="Many" aria-hidden="true" src="/hidden-many"></iframe>',
      violations: ['#outer'],
      reviews: ['#many'],
    },
    {
      kind: 'good',
      shows: 'accepts a frame that is not hidden',
      html: '<iframe title="Map" src="/hidden-link"></iframe><iframe title="Chat" aria-hidden="false" src="/hidden-field"></iframe>',
    },
    {
      kind: 'good',
      shows: 'accepts a hidden frame with text only',
      html: '<iframe title="Map" aria-hidden="true" src="/hidden-text"></iframe><iframe title="Outer" aria-hidden="true" src="/hidden-empty-outer"></iframe>',
    },
    {
      kind: 'borderline',
      shows: 'accepts links and buttons that the keyboard does not reach',
      html: '<iframe title="Map" aria-hidden="true" src="/hidden-none"></iframe>',
    },
    {
      kind: 'borderline',
      shows: 'accepts frames that the keyboard does not reach, and that do not show',
      html: `<iframe title="A" aria-hidden="true" tabindex="-1" src="/hidden-link"></iframe>
        <div ${'inert'}><iframe title="B" aria-hidden="true" src="/hidden-link"></iframe></div>
        <iframe title="C" aria-hidden="true" style="display: none" src="/hidden-link"></iframe>
        <iframe title="D" aria-hidden="true" width="1" height="1" style="border: 0" sandbox srcdoc="<a href='/a'>Fares</a>"></iframe>`,
    },
  ],
};
