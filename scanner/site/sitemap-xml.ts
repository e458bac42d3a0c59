import sax from 'sax';
import { URL_LENGTH_MAX } from '../../core/sites/url.ts';
import type { SitemapContent, SitemapKind } from './sitemap-text.ts';

/** Limits for malicious documents that try to use much memory. Real sitemaps are far below them. */
const DEPTH_MAX = 20;
const ATTRIBUTES_MAX = 100;
/** Characters that the parser gets at once. Between two pieces it checks its own limit of 64 Ki characters. */
const PIECE = 1024;

/** By root element of a sitemap: the element whose `loc` is read. */
const entryOf: Record<string, string> = { urlset: 'url', sitemapindex: 'sitemap' };

/**
 * Reads an XML sitemap as a stream. It is tolerant because many sitemaps are not well-formed. It knows only the five
 * entities of XML. It stops at a document type, which could define more.
 */
export function createXmlSitemapReader(
  onLocation: (location: string, kind: SitemapKind) => boolean,
): SitemapContent {
  // Not strict, so that an unescaped & in a URL does not lose the whole file. `strictEntities` excludes HTML entities.
  const parser = sax.parser(false, {
    lowercase: true,
    strictEntities: true,
    noscript: true,
  } as sax.SAXOptions);
  let kind: SitemapKind = 'other';
  let complete = false;
  let stopped = false;
  let attributes = 0;
  /** Names of the open elements. image:loc and video:loc are nested deeper than loc, or have another prefix. */
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
    // Keep just enough characters beyond the limit to detect that the location is too long.
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
        // While a declaration (`<!…`) is open, the parser scans all of it again for each character.
        if ((parser as unknown as { sgmlDecl: string }).sgmlDecl.length > PIECE) stop();
      }
      return !stopped;
    },
    end() {
      // The parser is not closed: it would close open elements, and the last location may be a truncated URL.
    },
    get kind() {
      return kind;
    },
    get complete() {
      return complete;
    },
  };
}
