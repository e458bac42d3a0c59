import type { Dom, DomWorld } from './dom.ts';

/** Members of the page's world that the code below uses. */
declare const document: { documentElement: object | null };

/** What a page shows besides its navigation, header, footer and sidebars; all that it shows if that is nothing. */
export interface MainContent {
  text: string;
  /** Number of headings, links, controls, pictures, tables, frames and media. */
  things: number;
  /** The `lang` of the document; empty without one. */
  lang: string;
}

/**
 * Runs in the page, after `createDom`: returns what people see as the content of the page, without that of frames. The
 * same content is returned whatever is scrolled.
 * @param charactersMax number of characters after which reading ends
 * @param nodesMax number of nodes after which reading ends
 */
export function readMainContent(charactersMax: number, nodesMax: number): MainContent {
  const dom = (globalThis as unknown as DomWorld).a11yDom as Dom;
  const { firstChild, nextSibling, isElement, isText, localName, attribute, data } = dom;
  const { shadowRoot, hasBox, isBoxless } = dom;
  const words = (text: string) => new Set(text.split(' '));
  const counted = words(
    'a button input select textarea summary h1 h2 h3 h4 h5 h6 video audio iframe frame embed object table img svg canvas',
  );
  const silent = words('script style noscript template title head');
  const aroundMain = words('nav footer aside dialog');
  const aroundRoles = words('navigation banner contentinfo complementary search dialog alertdialog');
  const sections = words('main article section');
  const seen = { visibilityProperty: true, opacityProperty: true };
  const main = { texts: [] as string[], things: 0 };
  const around = { texts: [] as string[], things: 0 };
  let [charactersLeft, nodesLeft] = [charactersMax, nodesMax];
  // Pages can be nested very deeply, so nothing calls itself.
  const open: { node: object | null; isAround: boolean; isInSection: boolean }[] = [
    { node: document.documentElement, isAround: false, isInSection: false },
  ];
  while (charactersLeft > 0 && nodesLeft > 0) {
    const next = open.pop();
    if (next === undefined) break;
    const { node } = next;
    if (node === null) continue;
    nodesLeft -= 1;
    open.push({ ...next, node: nextSibling(node) });
    let { isAround, isInSection } = next;
    if (isText(node)) {
      const text = data(node).slice(0, charactersLeft).trim();
      charactersLeft -= text.length;
      if (text !== '') (isAround ? around : main).texts.push(text);
    }
    if (!isElement(node)) continue;
    const name = localName(node);
    if (silent.has(name) || !(hasBox(node, seen) || isBoxless(node))) continue;
    const role = attribute(node, 'role') ?? '';
    if (aroundMain.has(name) || aroundRoles.has(role) || (name === 'header' && !isInSection)) isAround = true;
    if (sections.has(name) || role === 'main') isInSection = true;
    if (counted.has(name)) (isAround ? around : main).things += 1;
    open.push({ node: firstChild(node), isAround, isInSection });
    const inner = shadowRoot(node);
    if (inner !== null) open.push({ node: firstChild(inner), isAround, isInSection });
  }
  const { texts, things } = main.texts.length > 0 || main.things > 0 ? main : around;
  const root = document.documentElement;
  const lang = (root === null ? null : attribute(root, 'lang'))?.slice(0, 20) ?? '';
  return { text: texts.join('\n'), things, lang };
}
