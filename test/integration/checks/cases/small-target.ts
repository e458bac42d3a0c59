import type { CheckCases } from './check-cases.ts';

const STYLE =
  '<style>.s { cursor: pointer; display: inline-block; width: 14px; height: 14px; background: #ccc; font-size: 8px }</style>';
const LISTEN =
  "<script>for (const each of document.querySelectorAll('.s')) each.addEventListener('click', () => { document.title = 'x' })</script>";

export const cases: CheckCases = {
  check: 'a11y-small-target',
  pages: [
    {
      kind: 'bad',
      shows: 'asks once about small elements side by side',
      html: `${STYLE}<div style="line-height: 0"><span class="s" id="one">1</span><span class="s">2</span><span class="s">3</span></div>${LISTEN}`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about the dots of a carousel, and a button that no key reaches beside a large one',
      html: `${STYLE}<ul style="display: flex; gap: 4px; list-style: none"><li class="s" id="dot" style="width: 8px; height: 8px"></li><li class="s" style="width: 8px; height: 8px"></li></ul>
        <div style="display: flex"><button style="height: 40px">Buy</button><span class="s" id="close" role="button">x</span></div>${LISTEN}`,
      reviews: ['#close', '#dot'],
    },
    {
      kind: 'bad',
      shows: 'asks about small elements in the target of a skip link, and in an area that keys scroll',
      html: `${STYLE}<div tabindex="-1" style="line-height: 0"><span class="s" id="one">1</span><span class="s">2</span></div>
        <div tabindex="0" role="region" aria-label="List" style="line-height: 0; height: 40px; overflow: auto"><div style="height: 90px"><span class="s" id="two">1</span><span class="s">2</span></div></div>${LISTEN}`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks about small links in a graphic',
      html: `<svg width="60" height="20"><a href="/x" id="one" aria-label="X"><rect width="10" height="10"></rect></a><a href="/y" aria-label="Y"><rect x="11" width="10" height="10"></rect></a></svg>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about rows of icons with other targets between them',
      html: `${STYLE}<div style="width: 400px">${['one', 'two'].map((id) => `<div style="display: flex; justify-content: space-between; height: 16px"><a href="/${id}" style="height: 14px">Open</a><span class="s" id="${id}">x</span></div>`).join('')}</div>${LISTEN}`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts large elements, and small ones with space',
      html: `${STYLE}<span class="s" style="width: 24px; height: 24px">1</span><span class="s" style="width: 24px; height: 24px">2</span><p><span class="s" style="margin: 12px">3</span><span class="s" style="margin: 12px">4</span></p>${LISTEN}`,
    },
    {
      kind: 'good',
      shows: 'accepts words in a sentence',
      html: `<p style="font-size: 12px; line-height: 12px; width: 70px">The word <span class="s" style="cursor: pointer">one</span> <b><span class="s" style="cursor: pointer">or</span></b> <i>then</i> <span class="s" style="cursor: pointer">two</span> is explained.</p>${LISTEN}`,
    },
    {
      kind: 'borderline',
      shows: 'leaves controls that can get the focus, and their parts and labels, to axe-core',
      html: `<style>button, input { width: 14px; height: 14px; padding: 0; margin: 0 }</style><div style="line-height: 0"><button class="s"><span class="s">1</span></button><button class="s">2</button><label class="s"><input type="checkbox" aria-label="A"></label><label class="s"><input type="checkbox" aria-label="B"></label></div>${LISTEN}`,
    },
    {
      kind: 'borderline',
      shows:
        'accepts icons that lie upon each other, parts of a clickable box, and listeners that do nothing',
      html: `${STYLE}<div style="position: relative; height: 20px"><span class="s" style="position: absolute; left: 0">1</span><span class="s" style="position: absolute; left: 0">2</span></div>
        <div class="s" style="width: 200px; height: 100px"><span class="s">3</span><span class="s">4</span></div>
        <div><span onclick="event.stopPropagation()" style="cursor: pointer">5</span><span onclick="event.stopPropagation()" style="cursor: pointer">6</span></div>${LISTEN}`,
    },
  ],
};
