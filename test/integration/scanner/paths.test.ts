import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FindingNode, SelectorPath } from '../../../core/scans/page-result.ts';
import { selectorText } from '../../../core/scans/selector-text.ts';
import { page, type Site, scan, serve } from './harness.ts';

let site: Site;
beforeAll(async () => {
  const shadow = (id: string, content: string) =>
    `<div id="${id}"></div><script>document.getElementById('${id}').attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(content)}</script>`;
  site = await serve({
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
});
afterAll(() => site.close());

const ruleIds = ['image-alt', 'svg-img-alt', 'link-name', 'label'];

async function nodesOn(path: string): Promise<FindingNode[]> {
  const { results } = await scan([site.url(path)], { ruleIds, settings: { screenshots: 'none' } });
  return (results[0]?.findings ?? []).flatMap(({ nodes }) => nodes);
}

const pathsOf = (nodes: FindingNode[]) => nodes.map(({ path = [] }) => selectorText(path));

/** What a person does: asks each document and each shadow root for a selector, as the page is. */
const follow = `(path) => {
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

describe('the path of an element', () => {
  it('is what a person can follow, from the root or the nearest id', async () => {
    expect(pathsOf(await nodesOn('/one'))).toEqual(['html > body > main > img']);
    expect(pathsOf(await nodesOn('/many'))).toEqual(
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

  it('has one entry a frame and a shadow root, as the target', async () => {
    expect(pathsOf(await nodesOn('/shadow'))).toEqual(
      expect.arrayContaining([
        'html > body > main > img',
        '#host >>> :host > img',
        '#host >>> :host > div > div > img',
        '#other >>> :host > section > p:nth-of-type(2) > img',
      ]),
    );
    expect(pathsOf(await nodesOn('/frames'))).toContain(
      '#second | html > body > main > iframe | #host >>> :host > p > span > img',
    );
  });

  it('is the target where it would take too many words', async () => {
    const [node] = await nodesOn('/deep');
    expect(node?.path).toEqual(node?.target);
  });

  it.each(['/one', '/many', '/svg', '/shadow', '/frames', '/deep'])(
    'finds the element that the target finds, and no other: %s',
    async (path) => {
      const nodes = await nodesOn(path);
      expect(nodes.length).toBeGreaterThan(0);
      const pairs: [SelectorPath, SelectorPath][] = nodes.map((node) => [node.path ?? [], node.target]);
      expect(await wrongOn(path, pairs)).toEqual([]);
    },
  );
});

/** The pairs that do not find the same element in a page, with what is wrong. */
async function wrongOn(path: string, pairs: [SelectorPath, SelectorPath][]): Promise<string[]> {
  const check = `<script>setTimeout(() => {
    const follow = ${follow};
    const wrong = ${JSON.stringify(pairs)}.flatMap(([path, target]) => {
      try { return follow(path) === follow(target) ? [] : [path + ' is not ' + target]; }
      catch (error) { return [path + ': ' + error.message]; }
    });
    document.title = JSON.stringify(wrong);
  }, 1500)</script>`;
  const response = await fetch(site.url(path));
  const text = await response.text();
  const checked = await serve({ ...(await copies()), [path]: text.replace('</body>', `${check}</body>`) });
  try {
    const { results } = await scan([checked.url(path)], {
      ruleIds: ['document-title'],
      settings: { waitFor: { milliseconds: 3_000 } },
    });
    return JSON.parse(results[0]?.title ?? '"no title"');
  } finally {
    await checked.close();
  }
}

async function copies(): Promise<Record<string, string>> {
  const paths = ['/many', '/shadow', '/inner'];
  const texts = await Promise.all(paths.map(async (each) => (await fetch(site.url(each))).text()));
  return Object.fromEntries(paths.map((each, at) => [each, texts[at] ?? '']));
}
