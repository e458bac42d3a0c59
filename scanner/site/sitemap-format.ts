import { TextDecoder } from 'node:util';
import { createTextSitemapReader, type SitemapContent, type SitemapKind } from './sitemap-text.ts';
import { createXmlSitemapReader } from './sitemap-xml.ts';

/** A reader of one file, fed with its bytes in order. */
export interface SitemapReader {
  /** @returns false when nothing more is wanted: it is no sitemap, or `onLocation` had enough */
  write(chunk: Buffer): boolean;
  /** Says that the file has ended. */
  end(): void;
  readonly kind: SitemapKind;
  /** Whether it ended where a sitemap of its kind ends; before `end`, whether it has. */
  readonly complete: boolean;
}

/**
 * Reads the locations of a sitemap: XML (https://www.sitemaps.org/protocol.html), or text of one URL a line. Which
 * of them is told by the content, for content types are wrong as often as not.
 * @param onLocation is given each location as it stands there, of a page or, in an index, of a sitemap; returns
 *   false when it wants no more
 */
export function createSitemapReader(
  onLocation: (location: string, kind: SitemapKind) => boolean,
): SitemapReader {
  let decoder: TextDecoder | undefined;
  let content: SitemapContent | undefined;
  let pending = Buffer.alloc(0);

  function feed(text: string): boolean {
    if (content === undefined) {
      const begun = text.trimStart();
      if (begun === '') return true;
      content = begun.startsWith('<')
        ? createXmlSitemapReader(onLocation)
        : createTextSitemapReader(onLocation);
      return content.write(begun);
    }
    return content.write(text);
  }

  return {
    write(chunk) {
      if (decoder === undefined) {
        pending = Buffer.concat([pending, chunk]);
        if (pending.length < 2) return true;
        decoder = new TextDecoder(encodingOf(pending));
        return feed(decoder.decode(pending, { stream: true }));
      }
      return feed(decoder.decode(chunk, { stream: true }));
    },
    end() {
      feed(decoder?.decode() ?? pending.toString());
      content?.end();
    },
    get kind() {
      return content?.kind ?? 'empty';
    },
    get complete() {
      return content?.complete ?? true;
    },
  };
}

/** By byte order mark, or by where the zero bytes of the first character are; UTF-8 unless they say otherwise. */
function encodingOf([first, second]: Buffer): string {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return 'utf-8';
}
