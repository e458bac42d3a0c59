import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-same-name-links',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about links of a paragraph with other parameters',
      html: `<p>Order a <a id="one" href="/order?size=small">ticket</a> for children or a
        <a id="two" href="/order?size=large">Ticket</a> for adults.</p>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks about links of a block in other folders, with elements around them',
      html: `<div><span><a id="one" href="/trees/opening-hours">Opening hours</a></span>
        <b><a id="two" href="/birds/opening-hours">Opening hours</a></b></div>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks about links of a list item, named by images',
      html: `<ul><li><a id="one" href="/map?floor=1"><img alt="Map" src="data:,"></a>
        <a id="two" href="/map?floor=2" aria-label="Map">1</a></li></ul>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks once about links of scripts with the same name',
      html: `<p><span role="link" tabindex="0">More</span> <a id="one" role="link" tabindex="0">More</a></p><p><span role="link" tabindex="0">Next</span> <a href="/next">Next</a></p>`,
      reviews: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts links to the same content',
      html: `<p><a href="/order?size=small">Ticket</a> <a href="/order?size=small#top">Ticket</a>
        <a href="/order?size=small&utm_source=mail">Ticket</a></p>`,
    },
    {
      kind: 'good',
      shows: 'accepts the same name in different contexts',
      html: `<ul><li>Oak: <a href="/shop?tree=1">Buy</a></li><li>Elm: <a href="/shop?tree=2">Buy</a></li></ul>
        <p>Ash: <a href="/shop?tree=3">Buy</a></p><div>Fir: <a href="/shop?tree=4">Buy</a></div>`,
    },
    {
      kind: 'good',
      shows: 'accepts other names',
      html: '<p><a href="/order?size=1">Small ticket</a> <a href="/order?size=2">Large ticket</a></p>',
    },
    {
      kind: 'borderline',
      shows: 'skips what can be a copy, what is hidden or described, and parts of the page',
      html: `<p><a href="/help.html">Help</a> <a href="/help-copy.html">Help</a></p>
        <p><a href="/trees/index.html">Trees</a> <a href="/trees/index-copy.html">Trees</a></p>
        <p><a href="https://one.example/a?b=1">Team</a> <a href="https://two.example/c/d?b=2">Team</a></p>
        <p><a href="/map?floor=1">Map</a> <a href="/map?floor=2" aria-hidden="true" tabindex="-1">Map</a></p>
        <p><a href="/plan?floor=1">Plan</a> <a href="/plan?floor=2" title="Second floor">Plan</a></p>
        <p><a href="/list?page=1">List</a> <a href="#list">List</a></p><h2 id="list">List</h2>`,
    },
    {
      kind: 'good',
      shows: 'accepts the index of a folder, and parameters that count visits',
      html: `<p><a href="/docs/">Docs</a> <a href="/docs/index.html">Docs</a></p>
        <p><a href="/order?size=small">Ticket</a> <a href="/order?size=small&gclid=1">Ticket</a>
        <a href="/order?size=small&mtm_campaign=mail">Ticket</a></p>`,
    },
    {
      kind: 'bad',
      shows: 'asks about the index files of two folders',
      html: `<p><a id="one" href="/trees/index.html">Prices</a> <a id="two" href="/birds/index.html">Prices</a></p>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks about links whose description says nothing else',
      html: `<p><a id="one" href="/plan?floor=1" title="">Plan</a>
        <a id="two" href="/plan?floor=2" title="plan">Plan</a></p>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks about long addresses too',
      html: `<p><a id="one" href="/quays/${'of-the-old-harbour/'.repeat(30)}">Report</a> <a id="two" href="/lights/${'of-the-old-harbour/'.repeat(30)}">Report</a></p>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks about other addresses of mail and other numbers',
      html: `<p><a id="one" href="mailto:ann@trees.example">Write</a>
        <a id="two" href="mailto:bob@trees.example">Write</a></p>
        <p><a id="three" href="tel:+491">Call</a> <a id="four" href="tel:+492">Call</a></p>
        <p><a href="mailto:Ann@trees.example">Mail</a> <a href="mailto:ann@trees.example?subject=Oak">Mail</a>
        <a href="tel:+49-1">Phone</a> <a href="tel:+491">Phone</a></p>`,
      reviews: ['#four', '#one', '#three', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts scripts that open the same address or run the same code, and other descriptions',
      html: `<p><span role="link" tabindex="0" onclick="location.href = '/shop?tree=1'">Oak</span> <a href="/shop?tree=1">Oak</a></p>
        <p><span role="link" tabindex="0" onclick="openHelp()">Help</span> <span role="link" tabindex="0" onclick="openHelp()">Help</span></p>
        <p><a href="/plan?floor=1" aria-describedby="first">Plan</a> <a href="/plan?floor=2" aria-describedby="second">Plan</a></p>
        <p id="first">First floor</p><p id="second">Second floor</p>
        <ul><li><div>Ash <a href="/tree?id=1">Buy</a></div><div>Elm <a href="/tree?id=2">Buy</a></div></li></ul>
        <div><a href="/tree?id=3">Show</a></div><div><a href="/tree?id=4">Show</a></div>`,
    },
    {
      kind: 'bad',
      shows:
        'asks about addresses in scripts and routes, descriptions that are the same, and blocks of a list item',
      html: `<p><span id="one" role="link" tabindex="0" onclick="window.open('/shop?tree=1')">Oak</span> <a id="two" href="/shop?tree=2">Oak</a></p>
        <p><a id="three" href="#/chat">Contact</a> <a id="four" href="#/phone">Contact</a></p>
        <p><a id="five" href="/plan?floor=1" title="Large plan">Plan</a> <a id="six" href="/plan?floor=2" title="Large plan">Plan</a></p>
        <ul><li><div><a id="seven" href="/map?floor=1">Map</a></div><div><a id="eight" href="/map?floor=2">Map</a></div></li></ul>`,
      reviews: ['#eight', '#five', '#four', '#one', '#seven', '#six', '#three', '#two'],
    },
  ],
};
