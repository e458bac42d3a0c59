import type { CheckCases } from './check-cases.ts';

const TEXT =
  'The toy brought back fond memories of a long walk through a wet and silent forest in autumn, and of the small lake.';

export const cases: CheckCases = {
  check: 'a11y-zoom-clipped',
  pages: [
    {
      kind: 'bad',
      shows: 'reports a line that wraps into a fixed height',
      html: `<div id="cut" style="font: 16px sans-serif; height: 1.5em; overflow: hidden">${TEXT}</div>`,
      violations: ['#cut'],
    },
    {
      kind: 'bad',
      shows: 'reports a line that does not fit into the narrow window',
      html: `<div style="overflow: hidden"><p id="cut" style="font: 16px sans-serif; white-space: nowrap">${TEXT}</p></div>`,
      violations: ['#cut'],
    },
    {
      kind: 'bad',
      shows: 'reports a height that depends on the window',
      html: `<div id="cut" style="font: 16px sans-serif; height: 12vh; overflow: hidden">${TEXT} ${TEXT} ${TEXT}</div>`,
      violations: ['#cut'],
    },
    {
      kind: 'bad',
      shows: 'reports text that is cut in every window, and asks for a review if a control is near',
      html: `<div><div id="cut" style="font: 16px sans-serif; height: 1.5em; overflow: hidden">${TEXT} ${TEXT}</div></div>
        <div><div id="folded" style="font: 16px sans-serif; height: 1.5em; overflow: hidden">${TEXT} ${TEXT}</div>
        <button>More</button></div>`,
      violations: ['#cut'],
      reviews: ['#folded'],
    },
    {
      kind: 'bad',
      shows: 'asks about text that a script shows only in narrow windows',
      html: `<div id="area"></div><script>const narrow = matchMedia('(max-width: 700px)');
        const text = '<p style="font: 16px sans-serif; height: 1.5em; overflow: hidden">${TEXT} ${TEXT}</p>';
        const show = () => { area.innerHTML = narrow.matches ? text : '<p>Wide</p>' };
        narrow.onchange = show; show();</script>`,
      reviews: ['#area'],
    },
    {
      kind: 'good',
      shows: 'accepts text that wraps, and boxes that scroll',
      html: `<div style="overflow: hidden">${TEXT}</div>
        <div style="overflow: hidden; height: 2em"><div style="overflow: auto; height: 2em">${TEXT}</div></div>`,
    },
    {
      kind: 'good',
      shows: 'accepts an ellipsis, and a box that always shows one line beside a control',
      html: `<div style="overflow: hidden; white-space: nowrap; text-overflow: ellipsis">${TEXT}</div>
        <div style="overflow: hidden; white-space: nowrap; text-overflow: ellipsis"><b>${TEXT}</b></div>
        <div><div style="overflow: hidden; height: 20px; font: 16px/20px sans-serif">${TEXT} ${TEXT}</div><button>More</button></div>`,
    },
    {
      kind: 'good',
      shows: 'accepts a box that grows slowly in narrow windows',
      html: `<style>.box { font: 16px sans-serif; height: 20px; overflow: hidden; transition: height 20s 5s }
        @media (max-width: 700px) { .box { height: 600px } }</style><div class="box">${TEXT}</div>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts text that a style sheet hides in narrow windows',
      html: `<style>@media (max-width: 640px) { .wide { position: absolute; width: 1px; height: 1px; overflow: hidden } }</style>
        <p>Next<span class="wide">: ${TEXT}</span></p>
        <style>@media (max-width: 640px) { .menu { max-height: 0; overflow: hidden } }</style><div class="menu">${TEXT}</div>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts slides beside each other, which a script moves',
      html: `<div><button>Next</button><div style="overflow: hidden"><div style="display: flex; width: 900px">
        ${[1, 2, 3].map((slide) => `<div style="flex: 0 0 280px">Slide ${slide}</div>`).join('')}</div></div></div>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts scripts that adapt to the window in several steps',
      html: `<p id="late" style="font: 16px sans-serif; height: 1.5em; overflow: hidden">${TEXT}</p>
        <div style="overflow: hidden"><p id="fitted" style="font: 40px sans-serif; white-space: nowrap; width: max-content">
        The toy brought back fond memories</p></div>
        <script>const adapt = () => { late.style.height = innerWidth < 800 ? 'auto' : '1.5em' };
        addEventListener('resize', () => setTimeout(() => requestAnimationFrame(() => setTimeout(adapt, 50)), 50));
        let size = 40;
        const fit = () => {
          if (fitted.offsetWidth < innerWidth - 20) return;
          size *= 0.8;
          fitted.style.fontSize = size + 'px';
          requestAnimationFrame(fit);
        };
        addEventListener('resize', fit);</script>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a script that adapts to the window after some time',
      html: `<div id="box" style="font: 16px sans-serif; height: 1.5em; overflow: hidden">${TEXT}</div>
        <script>addEventListener('resize', () => setTimeout(() => { box.style.height = innerWidth < 800 ? 'auto' : '1.5em' }, 200))</script>`,
    },
    {
      kind: 'bad',
      shows:
        'asks once about whole lines and texts that only the zoom hides, and reports lines without an ellipsis',
      html: `<div><div id="line" style="overflow: hidden; height: 20px; font: 16px/20px sans-serif">${TEXT}</div></div>
        <div><div style="overflow: clip; white-space: nowrap; font: 20px sans-serif"><b>Opening hours of the garden in spring and summer</b> <b>and of the tower by the lake</b></div></div>
        <div><div style="overflow: hidden; text-overflow: ellipsis"><p id="block" style="font: 16px sans-serif; white-space: nowrap">${TEXT}</p></div></div>
        <div><div id="flex" style="display: flex; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font: 16px sans-serif">${TEXT}</div></div>`,
      violations: ['#block', '#flex'],
      reviews: ['#line'],
    },
  ],
};
