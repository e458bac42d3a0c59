import { TextDecoder } from 'node:util';
import { createTextSitemapReader, type SitemapContent, type SitemapKind } from './sitemap-text.ts';
import { createXmlSitemapReader } from './sitemap-xml.ts';

/** Reads one file. The caller writes its bytes in order. */
export interface SitemapReader {
  /** Returns false if no more bytes are needed: the file is not a sitemap, or `onLocation` returned false. */
  write(chunk: Buffer): boolean;
  /** Must be called at the end of the file. */
  end(): void;
  readonly kind: SitemapKind;
  /** True if the sitemap was read to its end. */
  readonly complete: boolean;
}

/**
 * Creates a reader of the locations of a sitemap: XML (https://www.sitemaps.org/protocol.html), or text with one URL
 * per line. The content decides which of the two it is, because servers often send a wrong content type.
 * @param onLocation receives each location unchanged: of a page, or of a sitemap if the file is an index. Returns
 *   false to stop.
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
        decoder = new TextDecoder(detectEncoding(pending));
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

/** Detects the encoding by the byte order mark, or by the zero byte of the first character. Default: UTF-8. */
function detectEncoding([first, second]: Buffer): string {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return 'utf-8';
}
