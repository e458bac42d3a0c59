import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-prohibited-name',
  pages: [
    {
      kind: 'bad',
      shows: 'reports names of texts without a role',
      html: `<p id="p" aria-label="Price">12 euros</p><span id="span" aria-labelledby="p">per month</span>
        <div id="div" aria-label="Details">Text</div><strong id="strong" aria-label="No">Yes</strong>`,
      violations: ['#p', '#span', '#div', '#strong'],
    },
    {
      kind: 'bad',
      shows: 'reports attributes for braille and role descriptions',
      html: `<p id="p" aria-braillelabel="stars">★★★</p><div id="div" aria-roledescription="slide">Slide</div>
        <h2 role="none" id="none" aria-brailleroledescription="sl">Text</h2>`,
      violations: ['#p', '#div', '#none'],
    },
    {
      kind: 'good',
      shows: 'accepts roles that can have a name',
      html: `<div role="group" aria-label="Sizes">Text</div><section aria-label="News">Text</section>
        <h2 aria-label="One">1</h2><a href="/a" aria-label="Read more about cats">Read more</a>`,
    },
    {
      kind: 'good',
      shows: 'accepts empty values and hidden elements',
      html: `<p aria-label="">Text</p><p aria-label=" ">Text</p><div hidden aria-label="Name">Text</div>`,
    },
    {
      kind: 'borderline',
      shows: 'leaves elements without text to axe-core',
      html: `<div aria-label="Logo"><span></span></div>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts parts of the name of a control, and roles that come back',
      html: `<button>Buy <span aria-label="2 articles">(2)</span></button>
        <h2 role="none" aria-describedby="other" aria-label="One">1</h2><p id="other">Other</p>`,
    },
    {
      kind: 'bad',
      shows: 'reports captions, unknown roles and parts of links',
      html: `<table><caption id="caption" aria-label="Prices">Costs</caption><tr><td>1</td></tr></table><span id="unknown" role="price" aria-label="Price">12 euros</span><a href="/a">Read <span id="link" aria-label="about trees">more</span></a>`,
      violations: ['#caption', '#unknown', '#link'],
    },
    {
      kind: 'borderline',
      shows: 'accepts what pops up, the first known role, and parts of images and labels',
      html: `<label>Street <span aria-label="required">*</span><input></label><div popover id="menu" aria-label="Menu">Text</div><button popovertarget="menu">Menu</button><script>document.getElementById('menu').showPopover()</script><span role="price group" aria-label="Price">12 euros</span><span role="image" aria-label="Stars"><span aria-label="5">★</span></span><div role="progressbar" aria-label="State"><span aria-label="Half">50%</span></div>`,
    },
  ],
};
