import type { CheckCases } from './check-cases.ts';

const motion = (type = 'devicemotion') =>
  `<p id="out">0</p><script>addEventListener('${type}', () => { out.textContent = Math.round(1) });</script>`;

export const cases: CheckCases = {
  check: 'a11y-motion-only',
  pages: [
    { kind: 'bad', shows: 'asks about motion without controls', html: motion(), reviews: ['html'] },
    {
      kind: 'bad',
      shows: 'asks if the controls do nothing or cannot be used',
      html: `${motion('deviceorientation')}<button>More</button><button id="one" disabled>Less</button><script>one.onclick = () => 1</script>`,
      reviews: ['html'],
    },
    {
      kind: 'bad',
      shows: 'asks if only a script that counts clicks listens to the document',
      html: `${motion()}<a href="/">Home</a><script>document.addEventListener('click', (event) => { navigator.sendBeacon('/count', event.target.id) })</script>`,
      reviews: ['html'],
    },
    {
      kind: 'bad',
      shows: 'asks if an element without controls, or none that can get the focus, listens to clicks',
      html: `<div id="root">${motion()}<div id="two">Game</div></div><script>root.addEventListener('click', () => { out.textContent = 2 }); two.addEventListener('pointerdown', () => { out.textContent = 3 })</script>`,
      reviews: ['html'],
    },
    {
      kind: 'bad',
      shows: 'asks if an element in the target of a skip link listens to clicks',
      html: `<div tabindex="-1">${motion()}<div id="two">Game</div></div><script>two.addEventListener('pointerdown', () => { out.textContent = 3 })</script>`,
      reviews: ['html'],
    },
    {
      kind: 'bad',
      shows: 'asks if the only control is hidden',
      html: `${motion()}<button hidden>More</button><script>document.addEventListener('click', () => { out.textContent = 2 })</script>`,
      reviews: ['html'],
    },
    {
      kind: 'good',
      shows: 'accepts a control with a listener',
      html: `${motion()}<button id="one">More</button><script>one.addEventListener('click', () => { out.textContent = 2 })</script>`,
    },
    { kind: 'good', shows: 'accepts a page that does not listen to motion', html: '<button>More</button>' },
    {
      kind: 'borderline',
      shows: 'accepts a listener that changes nothing',
      html: '<script>let count = 0; addEventListener("devicemotion", () => { count++ })</script>',
    },
    {
      kind: 'borderline',
      shows: 'accepts a control in an element that listens to clicks',
      html: `<div id="root">${motion()}<button>More</button></div><script>root.addEventListener('click', () => { out.textContent = 2 })</script>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a part of a control that listens to clicks',
      html: `${motion()}<button><span id="one">More</span></button><script>one.addEventListener('click', () => { out.textContent = 2 })</script>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a document that listens to clicks for all of its controls',
      html: `${motion()}<button>More</button><script>document.addEventListener('click', () => { out.textContent = 2 })</script>`,
    },
  ],
};
