import { expect, it } from 'vitest';
import { compare, judge, type KnownPage } from './judge.ts';
import { transformations } from './transformations.ts';

/** By rule: an element that violates it, and one that does not. */
const pairs: Readonly<Record<string, readonly [bad: string, good: string]>> = {
  'image-alt': [
    '<img src="data:," width="40" height="40">',
    '<img src="data:," alt="Ferry" width="40" height="40">',
  ],
  'button-name': ['<button type="button"></button>', '<button type="button">Book</button>'],
  label: ['<input type="text" name="harbour">', '<label>Harbour <input type="text" name="quay"></label>'],
  'color-contrast': [
    '<p style="color: #bbb; background: #fff">Pale words about ferries</p>',
    '<p style="color: #222; background: #fff">Dark words about ferries</p>',
  ],
  'target-size': [
    '<p style="line-height: 10px"><a href="#a" class="small">A</a><br><a href="#b" class="small">B</a></p>',
    '<p><a href="#c" class="large">Departures</a></p>',
  ],
  'a11y-mouse-only': [
    `<div style="cursor: pointer" onclick="this.title = 'open'">Open the timetable</div>`,
    `<button type="button" onclick="this.title = 'closed'">Close the timetable</button>`,
  ],
  'a11y-focus-visible': [
    '<p><a href="#d" class="bare large">Islands</a></p>',
    '<p><a href="#e" class="large">Harbours</a></p>',
  ],
  'a11y-generic-link': [
    '<p><a href="/prices" class="large">Click here</a></p>',
    '<p><a href="/fares" class="large">Fares of the year</a></p>',
  ],
  'a11y-part-language': [
    '<p>Wer fremde Sprachen nicht kennt, weiß nichts von seiner eigenen, und wer nie auf dem Meer war, kennt den Wind nicht.</p>',
    '<p>People who have never been at sea do not know the wind, and people who stay at home know only one language.</p>',
  ],
  'a11y-label-in-name': [
    '<button type="button" aria-label="Close">Send the letter</button>',
    '<button type="button" aria-label="Print the letter now">Print the letter</button>',
  ],
};

const STYLE =
  '.small { font-size: 8px; line-height: 8px } .large { display: inline-block; min-height: 30px } .bare:focus { outline: none }';

const samples: KnownPage = {
  name: 'samples',
  rules: Object.keys(pairs),
  html: `<!doctype html><html lang="en"><head><title>Ferries</title><style>${STYLE}</style></head><body><main><h1>Ferries</h1>${Object.values(pairs).flat().join('')}</main></body></html>`,
};

it('a page has the faults of ten rules', async () => {
  const [verdict] = await judge([samples]);
  const found = new Set(verdict?.findings.map((finding) => finding.split(' ')[0]));
  expect([...found].sort()).toEqual(Object.keys(pairs).sort());
  expect(verdict?.findings.filter((finding) => finding.includes('violation'))).toHaveLength(11);
});

it('has the same ones whatever surrounds its content', async () => {
  const same = { name: 'unchanged', apply: () => ({ html: samples.html }) };
  expect(await compare([samples], [same, ...transformations])).toEqual([]);
});
