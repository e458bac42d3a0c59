import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-fake-list',
  pages: [
    {
      kind: 'bad',
      shows: 'reports paragraphs with bullets',
      html: `<div><p id="one">• Apples</p><p>• Pears</p><p>• Plums</p></div>`,
      violations: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'reports lines with numbers in order',
      html: `<p id="one">1. Open the box<br>2. Take the key<br>3. Close the box</p>`,
      violations: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about hyphens',
      html: `<p id="one">- Apples<br>- Pears<br>- Plums</p>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about dashes and arrows',
      html: `<p id="one">– Apples<br>– Pears<br>– Plums</p><div><p id="two">→ Apples</p><p>→ Pears</p><p>→ Plums</p></div>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts lists',
      html: `<ul><li>Apples</li><li>Pears</li><li>Plums</li></ul><ol><li>1. Open</li><li>2. Take</li><li>3. Close</li></ol>`,
    },
    {
      kind: 'good',
      shows: 'accepts a role of a list, and preformatted text',
      html: `<div role="list"><p role="listitem">• A b</p><p role="listitem">• C d</p><p role="listitem">• E f</p></div><pre>- a
- b
- c</pre>`,
    },
    {
      kind: 'good',
      shows: 'accepts sections with numbered headings, blocks with a role, and the content of other groups',
      html: `<div><div><h3>1. Sign up</h3><p>Text</p></div><div><h3>2. Pay</h3><p>Text</p></div><div><h3>3. Go</h3><p>Text</p></div></div>
        <div><div role="note">1. One</div><div role="note">2. Two</div><div role="note">3. Three</div></div>
        <div role="radiogroup" aria-label="Size"><div><span role="radio" tabindex="0" aria-checked="true">1. One</span></div>
          <div><span role="radio" tabindex="0" aria-checked="false">2. Two</span></div>
          <div><span role="radio" tabindex="0" aria-checked="false">3. Three</span></div></div>`,
    },
    {
      kind: 'borderline',
      shows: 'asks about numbered captions of pictures, and reports lines with symbols',
      html: `<div><div id="a"><div>1. linear</div><div><canvas width="100" height="100"></canvas></div></div>
        <div><div>2. swing</div><canvas width="100" height="100"></canvas></div>
        <div><div>3. bounce</div><canvas width="100" height="100"></canvas></div></div>
        <section><p id="b">• <svg width="16" height="16"></svg> Bring a torch</p>
        <p>• <svg width="16" height="16"></svg> Bring a map</p><p>• Bring warm clothes</p></section>`,
      violations: ['#b'],
      reviews: ['#a'],
    },
    {
      kind: 'borderline',
      shows: 'accepts two lines, other orders of numbers, and values',
      html: `<p>• Apples<br>• Pears</p><p>1. One<br>3. Three<br>4. Four</p><p>-1<br>-2<br>-3</p><p>2019. A year<br>2020. A year<br>2021. A year</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts lines with other lines between them',
      html: `<div><p>• Apples</p><p>Text</p><p>• Pears</p><p>Text</p><p>• Plums</p></div>`,
    },
  ],
};
