import type { KnownPage } from './judge.ts';

/** Pages that one rule judges. */
export interface PagesOfRule {
  rule: string;
  /** Pages with a finding of the rule. */
  bad: readonly KnownPage[];
  good: readonly KnownPage[];
}

/**
 * By rule of axe: content that violates it, and similar content that does not. Rules about a whole page, its head or
 * its frames are not here, because what surrounds the content is what they judge; nor deprecated and experimental
 * rules, and one that passes in browsers whose keyboard scrolls.
 */
const contents: Readonly<Record<string, readonly [bad: string, good: string]>> = {
  accesskeys: [
    '<a href="/a" accesskey="k">Fares</a><a href="/b" accesskey="k">Islands</a>',
    '<a href="/a" accesskey="k">Fares</a><a href="/b" accesskey="l">Islands</a>',
  ],
  'area-alt': [
    '<img src="data:," alt="Map" usemap="#m"><map name="m"><area href="/a" shape="rect" coords="0,0,9,9"></map>',
    '<img src="data:," alt="Map" usemap="#m"><map name="m"><area href="/a" alt="Quay" shape="rect" coords="0,0,9,9"></map>',
  ],
  'aria-allowed-attr': [
    '<button type="button" aria-level="2">Book</button>',
    '<button type="button" aria-pressed="true">Book</button>',
  ],
  'aria-allowed-role': [
    '<button type="button" role="heading" aria-level="3">Book</button>',
    '<button type="button" role="tab">Book</button>',
  ],
  'aria-braille-equivalent': [
    '<button type="button" aria-braillelabel="***"></button>',
    '<button type="button" aria-label="Three stars" aria-braillelabel="***"></button>',
  ],
  'aria-command-name': [
    '<div role="button" tabindex="0"></div>',
    '<div role="button" tabindex="0">Book</div>',
  ],
  'aria-conditional-attr': [
    '<input type="checkbox" aria-label="Meals" aria-checked="true">',
    '<input type="checkbox" aria-label="Meals" aria-checked="false">',
  ],
  'aria-deprecated-role': ['<div role="directory">Ports</div>', '<div role="group">Ports</div>'],
  'aria-dialog-name': [
    '<div role="dialog">Book a trip</div>',
    '<div role="dialog" aria-label="Trip">Book a trip</div>',
  ],
  'aria-hidden-focus': [
    '<div aria-hidden="true"><a href="/a">Fares</a></div>',
    '<div aria-hidden="true"><a href="/a" tabindex="-1">Fares</a></div>',
  ],
  'aria-input-field-name': [
    '<div role="textbox" contenteditable tabindex="0"></div>',
    '<div role="textbox" contenteditable tabindex="0" aria-label="Name"></div>',
  ],
  'aria-meter-name': [
    '<div role="meter" aria-valuenow="3"></div>',
    '<div role="meter" aria-valuenow="3" aria-label="Fuel"></div>',
  ],
  'aria-progressbar-name': [
    '<div role="progressbar" aria-valuenow="3"></div>',
    '<div role="progressbar" aria-valuenow="3" aria-label="Upload"></div>',
  ],
  'aria-prohibited-attr': ['<span aria-label="Quay">7</span>', '<span role="img" aria-label="Quay">7</span>'],
  'aria-required-attr': [
    '<div role="checkbox" tabindex="0">Meals</div>',
    '<div role="checkbox" aria-checked="true" tabindex="0">Meals</div>',
  ],
  'aria-required-children': [
    '<div role="list"><div role="tab">Fares</div></div>',
    '<div role="list"><div role="listitem">Fares</div></div>',
  ],
  'aria-required-parent': [
    '<div role="option">Fares</div>',
    '<div role="listbox" aria-label="Lists"><div role="option">Fares</div></div>',
  ],
  'aria-roles': ['<div role="knob">Fares</div>', '<div role="note">Fares</div>'],
  'aria-tab-name': [
    '<div role="tablist"><div role="tab"></div></div>',
    '<div role="tablist"><div role="tab">Fares</div></div>',
  ],
  'aria-text': [
    '<div role="text">Fares <a href="/a">of today</a></div>',
    '<div role="text">Fares <b>of today</b></div>',
  ],
  'aria-toggle-field-name': [
    '<div role="switch" aria-checked="true" tabindex="0"></div>',
    '<div role="switch" aria-checked="true" tabindex="0">Meals</div>',
  ],
  'aria-tooltip-name': ['<div role="tooltip"></div>', '<div role="tooltip">Opens at 8</div>'],
  'aria-treeitem-name': [
    '<div role="tree"><div role="treeitem" tabindex="0"></div></div>',
    '<div role="tree"><div role="treeitem" tabindex="0">Fares</div></div>',
  ],
  'aria-valid-attr': ['<div aria-colour="red">Fares</div>', '<div aria-busy="false">Fares</div>'],
  'aria-valid-attr-value': [
    '<button type="button" aria-expanded="maybe">Fares</button>',
    '<button type="button" aria-expanded="true">Fares</button>',
  ],
  'autocomplete-valid': [
    '<input aria-label="Name" autocomplete="firstname">',
    '<input aria-label="Name" autocomplete="given-name">',
  ],
  'avoid-inline-spacing': [
    '<p style="letter-spacing: 1px !important">Ferries leave at noon</p>',
    '<p style="letter-spacing: 1px">Ferries leave at noon</p>',
  ],
  blink: ['<blink>Now</blink>', '<b>Now</b>'],
  'button-name': ['<button type="button"></button>', '<button type="button">Book</button>'],
  'color-contrast': [
    '<p style="color: #bbb; background: #fff">Pale words about ferries</p>',
    '<p style="color: #222; background: #fff">Dark words about ferries</p>',
  ],
  'color-contrast-enhanced': [
    '<p style="color: #666; background: #fff">Grey words about ferries</p>',
    '<p style="color: #222; background: #fff">Dark words about ferries</p>',
  ],
  'definition-list': ['<dl><p>Fares</p></dl>', '<dl><dt>Fares</dt><dd>12 euros</dd></dl>'],
  dlitem: ['<div><dt>Fares</dt></div>', '<dl><dt>Fares</dt><dd>12 euros</dd></dl>'],
  'duplicate-id-aria': [
    '<b id="fare">Fare</b><i id="fare">Price</i><input aria-labelledby="fare">',
    '<b id="fare">Fare</b><i id="price">Price</i><input aria-labelledby="fare">',
  ],
  'empty-heading': ['<h2></h2>', '<h2>Fares</h2>'],
  'empty-table-header': [
    '<table><tr><th></th><th>Price</th></tr><tr><td>Adult</td><td>12</td></tr></table>',
    '<table><tr><th>Who</th><th>Price</th></tr><tr><td>Adult</td><td>12</td></tr></table>',
  ],
  'form-field-multiple-labels': [
    '<label for="who">Name</label><label for="who">Surname</label><input id="who">',
    '<label for="who">Name</label><input id="who">',
  ],
  'heading-order': ['<h2>Fares</h2><h5>Adults</h5>', '<h2>Fares</h2><h3>Adults</h3>'],
  'identical-links-same-purpose': [
    '<p><a href="/a">Read on</a></p><p><a href="/b">Read on</a></p>',
    '<p><a href="/a">Read fares</a></p><p><a href="/b">Read news</a></p>',
  ],
  'image-alt': [
    '<img src="data:," width="40" height="40">',
    '<img src="data:," alt="Ferry" width="40" height="40">',
  ],
  'image-redundant-alt': [
    '<a href="/a"><img src="data:," alt="Fares">Fares</a>',
    '<a href="/a"><img src="data:," alt="">Fares</a>',
  ],
  'input-button-name': ['<input type="button">', '<input type="button" value="Book">'],
  'input-image-alt': ['<input type="image" src="data:,">', '<input type="image" src="data:," alt="Book">'],
  'label-content-name-mismatch': [
    '<button type="button" aria-label="Close">Send the letter</button>',
    '<button type="button" aria-label="Send the letter now">Send the letter</button>',
  ],
  'label-title-only': ['<input title="Harbour">', '<input title="Harbour" aria-label="Harbour">'],
  label: ['<input name="harbour">', '<label>Harbour <input name="harbour"></label>'],
  'landmark-no-duplicate-banner': [
    '<div role="banner">Ferries</div><div role="banner">Trains</div>',
    '<div role="banner">Ferries</div><div>Trains</div>',
  ],
  'landmark-no-duplicate-contentinfo': [
    '<div role="contentinfo">Ferries</div><div role="contentinfo">Trains</div>',
    '<div role="contentinfo">Ferries</div><div>Trains</div>',
  ],
  'landmark-unique': [
    '<div role="navigation" aria-label="Site">a</div><div role="navigation" aria-label="Site">b</div>',
    '<div role="navigation" aria-label="Site">a</div><div role="navigation" aria-label="Page">b</div>',
  ],
  'link-in-text-block': [
    '<p style="color: #333; background: #fff">Read all about our <a href="/a" style="color: #433; text-decoration: none">fares of the year</a> before you travel with us.</p>',
    '<p style="color: #333; background: #fff">Read all about our <a href="/a" style="color: #433; text-decoration: underline">fares of the year</a> before you travel with us.</p>',
  ],
  'link-name': ['<a href="/a"></a>', '<a href="/a">Fares</a>'],
  list: ['<ul><p>Fares</p></ul>', '<ul><li>Fares</li></ul>'],
  listitem: ['<div><li>Fares</li></div>', '<ul><li>Fares</li></ul>'],
  marquee: ['<marquee>Now</marquee>', '<b>Now</b>'],
  'nested-interactive': [
    '<div role="button" tabindex="0">Book <a href="/a">fares</a></div>',
    '<div role="button" tabindex="0">Book <b>fares</b></div>',
  ],
  'object-alt': [
    '<object data="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E"></object>',
    '<object data="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E" aria-label="Map"></object>',
  ],
  'presentation-role-conflict': [
    '<h2 role="none" aria-live="polite">Fares</h2>',
    '<h2 role="none">Fares</h2>',
  ],
  'role-img-alt': ['<div role="img">x</div>', '<div role="img" aria-label="Ferry">x</div>'],
  'scope-attr-valid': [
    '<table><tr><th scope="above">Who</th><th>Price</th></tr><tr><td>Adult</td><td>12</td></tr></table>',
    '<table><tr><th scope="col">Who</th><th>Price</th></tr><tr><td>Adult</td><td>12</td></tr></table>',
  ],
  'select-name': [
    '<select><option>1</option></select>',
    '<select aria-label="Persons"><option>1</option></select>',
  ],
  'server-side-image-map': [
    '<a href="/a"><img src="data:," alt="Map" ismap></a>',
    '<a href="/a"><img src="data:," alt="Map"></a>',
  ],
  'skip-link': [
    '<a href="#nothing-here" style="position: absolute; left: -9999px">Skip to content</a><p>Fares</p>',
    '<a href="#fares" style="position: absolute; left: -9999px">Skip to content</a><p id="fares">Fares</p>',
  ],
  'summary-name': [
    '<details><summary></summary><p>Fares</p></details>',
    '<details><summary>Fares</summary><p>Fares</p></details>',
  ],
  'svg-img-alt': [
    '<svg role="img" width="20" height="20"><circle r="9"></circle></svg>',
    '<svg role="img" width="20" height="20" aria-label="Buoy"><circle r="9"></circle></svg>',
  ],
  tabindex: ['<a href="/a" tabindex="3">Fares</a>', '<a href="/a" tabindex="0">Fares</a>'],
  'table-duplicate-name': [
    '<table summary="Fares"><caption>Fares</caption><tr><th>Who</th></tr><tr><td>Adult</td></tr></table>',
    '<table summary="Prices by age"><caption>Fares</caption><tr><th>Who</th></tr><tr><td>Adult</td></tr></table>',
  ],
  'target-size': [
    '<p style="line-height: 10px; font-size: 8px"><a href="/a">A</a><br><a href="/b">B</a></p>',
    '<p><a href="/a" style="display: inline-block; min-height: 30px; min-width: 30px">A</a></p>',
  ],
  'td-headers-attr': [
    '<table><tr><th id="who">Who</th></tr><tr><td headers="nobody">Adult</td></tr></table>',
    '<table><tr><th id="who">Who</th></tr><tr><td headers="who">Adult</td></tr></table>',
  ],
  'th-has-data-cells': [
    '<table><tr><th>Who</th><th>Price</th></tr><tr><td>Adult</td></tr></table>',
    '<table><tr><th>Who</th><th>Price</th></tr><tr><td>Adult</td><td>12</td></tr></table>',
  ],
  'valid-lang': ['<p lang="xyz123456">Fares</p>', '<p lang="de">Preise</p>'],
  'video-caption': [
    '<video src="data:video/mp4," width="40" height="40" aria-label="Trip"></video>',
    '<video src="data:video/mp4," width="40" height="40" aria-label="Trip" muted><track kind="captions" src="data:,"></video>',
  ],
};

const toPage = (rule: string, kind: string, content: string): KnownPage => ({
  name: `${rule}, ${kind}`,
  rules: [rule],
  html: `<!doctype html><html lang="en"><head><title>Ferries</title></head><body><main><h1>Ferries</h1>${content}</main></body></html>`,
});

/** The pages of every rule of axe that judges content. */
export const axePages: readonly PagesOfRule[] = Object.entries(contents).map(([rule, [bad, good]]) => ({
  rule,
  bad: [toPage(rule, 'bad', bad)],
  good: [toPage(rule, 'good', good)],
}));
