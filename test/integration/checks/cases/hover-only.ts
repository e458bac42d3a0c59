import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-hover-only',
  pages: [
    {
      kind: 'bad',
      shows: 'reports a menu that only the pointer opens',
      html: `<style>.menu ul { display: none } .menu li:hover > ul { display: block }</style><ul class="menu"><li><span>Products</span><ul id="sub"><li><a href="/x">X</a></li><li><a href="/y">Y</a></li></ul></li></ul>`,
      violations: ['#sub'],
    },
    {
      kind: 'bad',
      shows: 'reports content with visibility, and a rule in a media query',
      html: `<style>#tip { visibility: hidden } @media screen { #box:hover #tip { visibility: visible } }</style><div id="box">Account <div id="tip"><a href="/login">Log in</a></div></div>`,
      violations: ['#tip'],
    },
    {
      kind: 'bad',
      shows: 'reports a menu in an area that gets the focus by script',
      html: `<style>.menu ul { display: none } .menu li:hover > ul { display: block }</style><div tabindex="-1"><ul class="menu"><li><span>Products</span><ul id="sub"><li><a href="/x">X</a></li><li><a href="/y">Y</a></li></ul></li></ul></div>`,
      violations: ['#sub'],
    },
    {
      kind: 'bad',
      shows: 'asks about a menu below a link',
      html: `<style>.menu ul { display: none } .menu li:hover > ul { display: block }</style><ul class="menu"><li><a href="/products">Products</a><ul id="sub"><li><a href="/x">X</a></li><li><a href="/y">Y</a></li></ul></li></ul>`,
      reviews: ['#sub'],
    },
    {
      kind: 'bad',
      shows: 'asks once about menus if a script listens for the whole page',
      html: `<style>.menu ul { display: none } .menu li:hover > ul { display: block }</style><ul class="menu"><li><span>Products</span><ul id="sub"><li><a href="/x">X</a></li></ul></li><li><span>Help</span><ul><li><a href="/z">Z</a></li></ul></li></ul><script>document.addEventListener('keydown', (event) => { if (event.key === '?') console.log('help'); });</script>`,
      reviews: ['#sub'],
    },
    {
      kind: 'bad',
      shows: 'asks about a menu in an application that listens at its root',
      html: `<style>.menu ul { display: none } .menu li:hover > ul { display: block }</style><div id="app"><nav><ul class="menu"><li><span>Products</span><ul id="sub"><li><a href="/x">X</a></li></ul></li></ul></nav></div><script>document.getElementById('app').addEventListener('click', (event) => { console.log(event.type); });</script>`,
      reviews: ['#sub'],
    },
    {
      kind: 'bad',
      shows: 'reports buttons that only the pointer shows, although they listen to clicks themselves',
      html: `<style>.quick, .tools { visibility: hidden } .card:hover .quick, .card:hover .tools { visibility: visible }</style>
        <div class="card"><h2>Boston</h2><button class="quick" id="quick">Quick view</button></div>
        <div class="card"><h2>Holly</h2><div class="tools" id="tools"><button id="view">Quick view</button></div></div>
        <script>for (const id of ['quick', 'view']) document.getElementById(id).onclick = (event) => { event.target.title = 'open' }</script>`,
      violations: ['#quick', '#tools'],
    },
    {
      kind: 'good',
      shows: 'accepts a menu that opens with the focus too',
      html: `<style>.menu ul { display: none } .menu li:hover > ul { display: block } .menu li:focus-within > ul { display: block }</style><ul class="menu"><li><a href="/products">Products</a><ul id="sub"><li><a href="/x">X</a></li><li><a href="/y">Y</a></li></ul></li></ul>`,
    },
    {
      kind: 'good',
      shows: 'accepts a menu that a script opens',
      html: `<style>.menu ul { display: none } .menu li:hover > ul { display: block }</style><ul class="menu"><li><button id="open" aria-expanded="false">Products</button><ul id="sub"><li><a href="/x">X</a></li><li><a href="/y">Y</a></li></ul></li></ul><script>document.getElementById('open').addEventListener('click', () => { document.getElementById('sub').style.display = 'block'; });</script>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts links that are visible elsewhere, and content without links',
      html: `<style>.menu ul { display: none } .menu li:hover > ul { display: block }</style><ul class="menu"><li><span>Products</span><ul id="sub"><li><a href="/x">X</a></li><li><a href="/y">Y</a></li></ul></li></ul><a href="/x">X</a> <a href="/y">Y</a><style>.note { display: none } p:hover .note { display: inline }</style><p>Text <span class="note">more</span></p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts rules that change what is visible already',
      html: `<style>#list a:hover { display: inline-block; visibility: visible }</style><div id="list"><a href="/a">A</a></div>`,
    },
  ],
};
