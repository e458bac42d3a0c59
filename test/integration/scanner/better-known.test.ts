import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveRuleSets } from '../../../core/rule-sets/rule-sets.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { formatSelector } from '../../../core/scans/selector-text.ts';
import { page, type Site, scan, serve } from './harness.ts';

/** Custom elements that set their role by `ElementInternals`, and a list whose items have shadow roots of their own. */
const SCRIPT = `<script>
  const define = (name, role) => customElements.define(name, class extends HTMLElement {
    #internals = this.attachInternals();
    constructor() { super(); if (role) this.#internals.role = role; }
  });
  define('x-toggle', 'button'); define('x-list', 'list'); define('x-plain', '');
  const shadow = (name, html) => customElements.define(name, class extends HTMLElement {
    constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = html; }
  });
  shadow('y-list', '<ul id="list"><slot></slot></ul>'); shadow('y-item', '<li id="item"><slot></slot></li>');
</script>`;

const pages = {
  '/roles': page(
    `<x-toggle id="toggle" aria-label="Night mode" aria-pressed="false" tabindex="0"></x-toggle>
    <x-list><div id="apples" role="listitem">Apples</div></x-list>
    <y-list><y-item>Bring a torch</y-item><y-item>Bring a map</y-item></y-list>${SCRIPT}`,
  ),
  '/wrong-roles': page(
    `<x-plain id="plain" aria-pressed="false" tabindex="0">Night</x-plain>
    <x-toggle id="level" aria-label="Day mode" aria-level="2" tabindex="0"></x-toggle>
    <a href="/x"><span id="in-link" role="listitem">Link</span></a>
    <x-plain><div id="apples" role="listitem">Apples</div></x-plain>
    <y-list><p>Bring a torch</p></y-list><div><li id="alone">Bring a map</li></div>
    <button id="button" type="button" aria-level="2">Book</button>${SCRIPT}`,
  ),
  '/names': page(
    `<button id="other" type="button" aria-label="Submit now">Buy the ticket</button>
    <button type="button" aria-label="Send e-mail">Send email</button>
    <a href="/a" aria-label="University Avenue 5">University Ave. 5</a>
    <button type="button" aria-label="Close">×</button><button type="button" aria-label="Next">→</button>`,
  ),
  '/links': page(
    `<p style="color: #333">The ferry to the island starts every hour at the
      <a id="shadow" href="/a" style="color: #004b87; text-decoration: none; box-shadow: inset 0 -2px 0 #004b87">northern quay</a>
      of the town, and at the <a id="none" href="/b" style="color: #004b87; text-decoration: none">southern quay</a> in
      summer, and at the <a id="faint" href="/d" style="color: #004b87; text-decoration: none; box-shadow: inset 0 -2px 0 #eee">new quay</a>
      in winter, and at the <a id="clear" href="/c" style="color: #004b87; text-decoration: none; box-shadow: inset 0 -2px 0 rgb(0 0 0 / 0)">old quay</a>.</p>`,
  ),
  '/fields': page(
    `<label>Boat <input autocomplete="nope"></label><label>First name <input id="name" autocomplete="nope"></label>
    <label>Town <input id="town" autocomplete="firstname"></label>`,
  ),
  '/video': page('<video id="film" controls src="/film.mp4" width="200" height="100"></video>'),
  '/contrast': page(
    `<h2 id="line" style="color: #333; background: linear-gradient(#000, #000) 0 100% / 100% 2px no-repeat white">Heading with a line</h2>
    <article style="position: relative; width: 300px"><h2>Harbour festival</h2><p id="pale" style="color: #bbb">Three days with music</p>
    <a href="/festival" aria-label="Harbour festival" style="position: absolute; inset: 0"></a></article>`,
  ),
};

/** Rules about the words and the site of these pages. */
const ofPages = new Set([
  'a11y-one-way',
  'a11y-duplicate-title',
  'a11y-generic-title',
  'a11y-generic-heading',
  'target-size',
]);

let site: Site;
const results = new Map<string, PageResult>();

beforeAll(async () => {
  site = await serve(pages);
  const { ruleIds } = resolveRuleSets(['wcag-aa', 'best-practice']);
  const scanned = await scan(
    Object.keys(pages).map((path) => site.url(path)),
    { ruleIds: ruleIds.filter((id) => !ofPages.has(id)) },
  );
  for (const result of scanned.results) results.set(new URL(result.requestedUrl).pathname, result);
});
afterAll(() => site?.close());

/** Returns the findings of a page as `kind rule selector`. */
function list(path: string): string[] {
  const { findings = [] } = results.get(path) ?? {};
  return findings
    .flatMap(({ ruleId, kind, nodes }) =>
      nodes.map(({ target }) => `${kind} ${ruleId} ${formatSelector(target)}`),
    )
    .sort();
}

function getResult(path: string, rule: string) {
  return results.get(path)?.rules.find(({ ruleId }) => ruleId === rule)?.result;
}

describe('a finding of axe about a role', () => {
  it('is dropped if the accessibility tree has the role that the element needs', () => {
    expect(list('/roles')).toEqual([]);
    for (const rule of ['list', 'listitem', 'aria-allowed-attr', 'aria-required-parent'])
      expect(getResult('/roles', rule), rule).toBe('passed');
  });

  it('stays if the tree has not', () => {
    expect(list('/wrong-roles')).toEqual([
      'violation aria-allowed-attr #button',
      'violation aria-allowed-attr #level',
      'violation aria-allowed-attr #plain',
      'violation aria-required-parent #apples',
      'violation aria-required-parent #in-link',
      expect.stringMatching(/^violation list /),
      'violation listitem #alone',
    ]);
  });
});

describe('a finding of axe about an element that a check has judged by the same requirement', () => {
  it('is one with that of the check, with both sources', () => {
    expect(list('/names')).toEqual(['violation a11y-label-in-name #other']);
    const [finding] = results.get('/names')?.findings ?? [];
    expect(finding?.nodes[0]?.checks.any.map(({ id }) => id)).toEqual([
      'a11y-label-in-name',
      'label-content-name-mismatch',
    ]);
  });

  it('is asked once about the captions of a video', () => {
    expect(list('/video')).toEqual([
      'review a11y-media-alternative #film',
      'review a11y-video-description #film',
    ]);
  });

  it('is dropped if the check has seen another line below a link', () => {
    expect(list('/links')).toEqual([
      'violation link-in-text-block #clear',
      'violation link-in-text-block #faint',
      'violation link-in-text-block #none',
    ]);
  });

  it('is dropped if a value turns off what browsers fill in, but not if the field needs a purpose', () => {
    expect(list('/fields')).toEqual([
      'violation autocomplete-valid #name',
      'violation autocomplete-valid #town',
    ]);
  });

  it('is dropped if pixels show the contrast, and becomes a violation if it is too low', () => {
    expect(list('/contrast')).toEqual(['violation a11y-pixel-contrast #pale']);
  });
});
