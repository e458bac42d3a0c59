import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FindingNode, SelectorPath } from '../../../core/scans/page-result.ts';
import { formatSelector } from '../../../core/scans/selector-text.ts';
import { page, type Site, scan, serve } from './harness.ts';

let site: Site;
/** Pages to serve; the pages that check paths are added when the paths are known. */
const pages: Record<string, string> = {};
beforeAll(async () => {
  const shadow = (id: string, content: string) =>
    `<div id="${id}"></div><script>document.getElementById('${id}').attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(content)}</script>`;
  Object.assign(pages, {
    '/one': page('<img src="a.png">'),
    '/many': page(`
      <p>Text <img src="a.png"></p>
      <p>Text <img src="b.png"><img src="c.png"></p>
      <ul id="products"><li>One</li><li><a href="/x">Two</a><img src="d.png"></li></ul>
      <img id="partner" src="e.png">
      <img id="a:b.c" src="f.png"><img id="1" src="g.png"><img id="x12345" src="h.png">
      <div id="twice"><img src="i.png"></div><div id="twice"><img src="j.png"></div>
      <x-card><img src="k.png"></x-card>
      <form><input name="parentNode"><input name="localName"><img src="l.png"></form>`),
    '/svg': page(
      '<svg><g><a href="/x"><path d="M0 0h1"/></a></g><linearGradient id="g"></linearGradient><g><text>x</text><svg role="img"></svg></g></svg>',
    ),
    '/shadow': page(`
      <img src="a.png">
      ${shadow('host', '<img src="b.png"><p><span><img src="c.png"></span></p><div><div><img src="d.png"></div></div>')}
      ${shadow('other', '<section><p><img src="e.png"></p><p><img src="f.png"></p></section>')}`),
    '/deep': page(`${'<div>'.repeat(120)}<img src="a.png">${'</div>'.repeat(120)}`),
    '/frames': page(
      `<iframe title="A" src="/many"></iframe><iframe id="second" title="B" src="/inner"></iframe>`,
    ),
    '/inner': page(`<iframe title="C" src="/shadow"></iframe>`),
  });
  site = await serve(pages);
});
afterAll(() => site.close());

const ruleIds = ['image-alt', 'svg-img-alt', 'link-name', 'label'];

const pathsOf = (nodes: FindingNode[]) => nodes.map(({ path = [] }) => formatSelector(path));

/** Follows a path as a person does: queries each document and each shadow root for a selector. */
const FOLLOW = `(path) => {
  let root = document, found = null;
  for (const [at, part] of path.entries()) {
    for (const [step, selector] of [part].flat().entries()) {
      if (step > 0) root = found.shadowRoot;
      const all = root.querySelectorAll(selector);
      if (all.length !== 1) throw new Error(selector + ' finds ' + all.length);
      found = all[0];
    }
    if (at < path.length - 1) root = found.contentDocument;
  }
  return found;
}`;

const paths = ['/one', '/many', '/svg', '/shadow', '/frames', '/deep'];
const nodesOn = new Map<string, FindingNode[]>();
/** By path of a page: JSON of the pairs that do not find the same element. */
const wrongOn = new Map<string, string | null | undefined>();

beforeAll(async () => {
  const { results } = await scan(paths.map(site.url), { ruleIds, settings: { screenshots: 'none' } });
  for (const [index, path] of paths.entries()) {
    const nodes = (results[index]?.findings ?? []).flatMap((finding) => finding.nodes);
    nodesOn.set(path, nodes);
    const pairs = nodes.map((node): [SelectorPath, SelectorPath] => [node.path ?? [], node.target]);
    pages[`/checked${path}`] = (pages[path] ?? '').replace('</body>', `${buildCheckScript(pairs)}</body>`);
  }
  const checked = await scan(
    paths.map((path) => site.url(`/checked${path}`)),
    { ruleIds: ['document-title'] },
  );
  for (const [index, path] of paths.entries()) {
    wrongOn.set(path, checked.results[index]?.title);
  }
});

/** Returns a script that writes the pairs that do not find the same element into the title of its page. */
function buildCheckScript(pairs: [SelectorPath, SelectorPath][]): string {
  // When the page has loaded, its frames have loaded too.
  return `<script>addEventListener('load', () => {
    const follow = ${FOLLOW};
    const wrong = ${JSON.stringify(pairs)}.flatMap(([path, target]) => {
      try { return follow(path) === follow(target) ? [] : [path + ' is not ' + target]; }
      catch (error) { return [path + ': ' + error.message]; }
    });
    document.title = JSON.stringify(wrong);
  })</script>`;
}

describe('the path of an element', () => {
  it('can be followed by a person, from the root or the nearest id', () => {
    expect(pathsOf(nodesOn.get('/one') ?? [])).toEqual(['html > body > main > img']);
    expect(pathsOf(nodesOn.get('/many') ?? [])).toEqual(
      expect.arrayContaining([
        'html > body > main > p:nth-of-type(1) > img',
        'html > body > main > p:nth-of-type(2) > img:nth-of-type(2)',
        '#products > li:nth-of-type(2) > img',
        '#partner',
        'html > body > main > img:nth-of-type(2)',
        'html > body > main > div:nth-of-type(2) > img',
        'html > body > main > x-card > img',
      ]),
    );
  });

  it('has one entry per frame and shadow root, like the target', () => {
    expect(pathsOf(nodesOn.get('/shadow') ?? [])).toEqual(
      expect.arrayContaining([
        'html > body > main > img',
        '#host >>> :host > img',
        '#host >>> :host > div > div > img',
        '#other >>> :host > section > p:nth-of-type(2) > img',
      ]),
    );
    expect(pathsOf(nodesOn.get('/frames') ?? [])).toContain(
      '#second | html > body > main > iframe | #host >>> :host > p > span > img',
    );
  });

  it('is the target if the path would be too long', () => {
    const [node] = nodesOn.get('/deep') ?? [];
    expect(node?.path).toEqual(node?.target);
  });

  it.each(paths)('finds the element that the target finds, and no other: %s', (path) => {
    expect(nodesOn.get(path)?.length).toBeGreaterThan(0);
    expect(wrongOn.get(path)).toBe('[]');
  });
});
