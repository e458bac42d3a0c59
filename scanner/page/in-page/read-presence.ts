import type { Dom, DomWorld } from './dom.ts';

/** Members of the page's world that the code below uses. */
declare const document: {
  documentElement: object | null;
  scripts: { length: number };
};

/** How much of a page people can perceive. Counting ends at a limit. */
export interface Presence {
  /** Visible characters, without spaces at the ends of texts. */
  characters: number;
  /** Visible headings, controls, links, frames, tables and media. */
  things: number;
  /** Visible pictures and drawings. */
  graphics: number;
  /** The page says that it loads: by an attribute, a role, or as its only text. */
  isLoading: boolean;
  /** A style sheet that is not empty applies to the page, of any site or in the page itself. */
  isStyled: boolean;
  /** The page has scripts, which may show more. */
  hasScripts: boolean;
  /** The first element that would show if it were not transparent, e.g. `div#app`; null without one. */
  transparent: string | null;
}

/**
 * Runs in the page, after `createDom`: returns how much of the page people can perceive, without the content of frames.
 * @param charactersMax number of characters from which on nothing more is counted
 * @param thingsMax the same for things
 */
export function readPresence(charactersMax: number, thingsMax: number): Presence {
  const {
    firstChild,
    nextSibling,
    isElement,
    isText,
    localName,
    attribute,
    data,
    shadowRoot,
    hasBox,
    isBoxless,
    styleSheets,
  } = (globalThis as unknown as DomWorld).a11yDom as Dom;
  const words = (text: string) => new Set(text.split(' '));
  const things = words(
    'a button input select textarea summary h1 h2 h3 h4 h5 h6 video audio iframe frame embed object table',
  );
  const graphics = words('img svg canvas picture');
  const silent = words('script style noscript template title head');
  const presence = { characters: 0, things: 0, graphics: 0, isLoading: false };
  // A page with so many nodes is not nearly empty, whatever they show.
  let nodesLeft = 20_000;
  let transparent: string | null = null;
  const describe = (node: object) => {
    const id = attribute(node, 'id');
    return `${localName(node)}${id === null || id === '' ? '' : `#${id}`}`.slice(0, 100);
  };
  const texts: string[] = [];
  // Pages can be nested very deeply, so nothing calls itself.
  const open: (object | null)[] = [document.documentElement];
  while (open.length > 0 && presence.characters < charactersMax && presence.things < thingsMax) {
    const node = open.pop() ?? null;
    if (node === null) continue;
    nodesLeft -= 1;
    if (nodesLeft < 0) presence.characters = charactersMax;
    open.push(nextSibling(node));
    if (isText(node)) {
      const text = data(node)
        .slice(0, charactersMax * 10)
        .trim()
        .slice(0, charactersMax);
      presence.characters += text.length;
      texts.push(text);
    }
    if (!isElement(node)) continue;
    const name = localName(node);
    if (silent.has(name)) continue;
    const isShown = hasBox(node, { visibilityProperty: true, opacityProperty: true }) || isBoxless(node);
    if (!isShown) {
      if (hasBox(node, { visibilityProperty: true })) transparent ??= describe(node);
      continue;
    }
    if (things.has(name)) presence.things += 1;
    if (graphics.has(name)) presence.graphics += 1;
    const role = attribute(node, 'role');
    if (name === 'progress' || role === 'progressbar' || attribute(node, 'aria-busy') === 'true')
      presence.isLoading = true;
    open.push(firstChild(node));
    const inner = shadowRoot(node);
    if (inner !== null) open.push(firstChild(inner));
  }
  // A longer text only begins with such a word, as "Loading ramps" does; "Laden" alone is also a shop.
  const text = texts.join('').toLowerCase().slice(0, 61);
  const loading =
    /^(?:(?:page |app )?(?:is )?loading|please wait|one moment|wird geladen|l\u00e4dt|laden[.\u2026 ]{1,9}$|bitte warten|chargement|veuillez patienter|cargando|caricamento|carregando|\u8aad\u307f\u8fbc\u307f\u4e2d|\u52a0\u8f7d\u4e2d|\u0437\u0430\u0433\u0440\u0443\u0437\u043a\u0430)/;
  if (text.length <= 60 && loading.test(text)) presence.isLoading = true;
  let isStyled = false;
  for (const sheet of styleSheets(document) as {
    media?: { mediaText: string };
    cssRules: { length: number };
  }[]) {
    if (sheet.media?.mediaText === 'print') continue;
    try {
      isStyled ||= sheet.cssRules.length > 0;
    } catch {
      // It belongs to another origin, and was loaded.
      isStyled = true;
    }
  }
  return { ...presence, isStyled, hasScripts: document.scripts.length > 0, transparent };
}
