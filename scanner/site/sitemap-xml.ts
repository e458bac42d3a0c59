import sax from 'sax';
import { URL_LENGTH_MAX } from '../../core/sites/url.ts';
import type { SitemapContent, SitemapKind } from './sitemap-text.ts';

/** What a sitemap never comes near: bounds for documents that are made to cost memory. */
const DEPTH_MAX = 20;
const ATTRIBUTES_MAX = 100;
/** Characters that the parser gets at once. Between two pieces it checks its own bound of 64 Ki characters. */
const PIECE = 1024;

/** Root elements of sitemaps, and the elements whose `loc` is wanted. */
const entryOf: Record<string, string> = { urlset: 'url', sitemapindex: 'sitemap' };

/**
 * Reads an XML sitemap as it streams by. Tolerant, for many are not well-formed. There are no entities but the five
 * of XML, and none can be made: a file with a document type is given up.
 */
export function createXmlSitemapReader(
  onLocation: (location: string, kind: SitemapKind) => boolean,
): SitemapContent {
  // Not strict: an unescaped & in a URL should not cost the whole file. `strictEntities`: not HTML's two hundred.
  const parser = sax.parser(false, {
    lowercase: true,
    strictEntities: true,
    noscript: true,
  } as sax.SAXOptions);
  let kind: SitemapKind = 'other';
  let complete = false;
  let stopped = false;
  let attributes = 0;
  /** Names of the elements that are open; image:loc and video:loc lie deeper than loc, or have another prefix. */
  const path: string[] = [];
  let wanted = '';
  let location: string | undefined;

  function stop(as: SitemapKind = kind): void {
    if (!stopped) kind = as;
    stopped = true;
  }

  parser.onerror = () => stop();
  parser.ondoctype = (text) => stop(/^\s*html\b/i.test(text) ? 'html' : 'doctype');
  parser.onattribute = () => {
    attributes += 1;
    if (attributes > ATTRIBUTES_MAX) stop();
  };
  parser.onopentag = ({ name }) => {
    attributes = 0;
    if (stopped) return;
    if (path.length === 0) {
      const [prefix, local] = name.includes(':') ? name.split(':', 2) : ['', name];
      const entry = entryOf[local ?? ''];
      if (entry === undefined) return stop(name === 'html' ? 'html' : 'other');
      kind = local === 'urlset' ? 'urlset' : 'sitemapindex';
      const qualified = (tag: string) => (prefix ? `${prefix}:${tag}` : tag);
      wanted = [name, qualified(entry), qualified('loc')].join('/');
    }
    path.push(name);
    if (path.length > DEPTH_MAX) return stop();
    if (path.length === 3 && path.join('/') === wanted) location = '';
  };
  parser.ontext = parser.oncdata = (text) => {
    if (location === undefined || path.length !== 3) return;
    location += text;
    // Kept beyond the bound only as far as it takes to be seen to be too long.
    if (location.length > 2 * URL_LENGTH_MAX) location = location.slice(0, 2 * URL_LENGTH_MAX);
  };
  parser.onclosetag = () => {
    if (stopped) return;
    if (path.length === 3 && location !== undefined) {
      const found = location.trim();
      location = undefined;
      if (found !== '' && !onLocation(found, kind)) return stop();
    }
    path.pop();
    if (path.length === 0) {
      complete = true;
      stop();
    }
  };

  return {
    write(text) {
      for (let from = 0; from < text.length && !stopped; from += PIECE) {
        parser.write(text.slice(from, from + PIECE));
        // While a declaration (`<!…`) is open, the parser reads all of it again for each character.
        if ((parser as unknown as { sgmlDecl: string }).sgmlDecl.length > PIECE) stop();
      }
      return !stopped;
    },
    end() {
      // Not told to the parser: it would close what is open, and the last location may be half a URL.
    },
    get kind() {
      return kind;
    },
    get complete() {
      return complete;
    },
  };
}
