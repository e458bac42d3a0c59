import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSitemapReader } from '../../../scanner/site/sitemap-format.ts';
import { expectSoonDone, hold, textOf } from '../../support/hold.ts';

const url = fc.webUrl({ withQueryParameters: true, withFragments: true, size: 'small' });
const noise = fc.constantFrom(
  '',
  '\n  ',
  '<!-- a comment -->',
  '<lastmod>2026-01-02</lastmod>',
  '<image:image><image:loc>https://no.example/</image:loc></image:image>',
  '<?xml-stylesheet href="a.xsl"?>',
);
const cuts = fc.array(fc.nat(), { maxLength: 6 });

/** Reads bytes in pieces that end at the given positions. */
function read(bytes: Buffer, splits: readonly number[] = []) {
  const locations: string[] = [];
  const reader = createSitemapReader((location) => locations.push(location) > 0);
  const ends = [...splits.map((position) => position % (bytes.length + 1)), bytes.length].sort(
    (a, b) => a - b,
  );
  let from = 0;
  for (const end of ends) {
    if (!reader.write(bytes.subarray(from, end))) break;
    from = end;
  }
  reader.end();
  return { locations, kind: reader.kind, complete: reader.complete };
}

function escaped(text: string, way: 'entities' | 'cdata' | 'numbers'): string {
  if (way === 'cdata') return `<![CDATA[${text}]]>`;
  const each = way === 'numbers' ? /[&<>"'/]/g : /[&<>]/g;
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  return text.replace(each, (character) =>
    way === 'numbers' ? `&#x${character.charCodeAt(0).toString(16)};` : (names[character] ?? ''),
  );
}

const entry = fc.record({
  location: url,
  way: fc.constantFrom('entities' as const, 'cdata' as const, 'numbers' as const),
  before: noise,
  after: noise,
});
const sitemap = fc.record({
  prefix: fc.constantFrom('', 'sm:'),
  entries: fc.array(entry, { maxLength: 6 }),
  encoding: fc.constantFrom('utf8' as const, 'utf16le' as const),
});

function xmlOf({
  prefix,
  entries,
}: {
  prefix: string;
  entries: (typeof entry extends fc.Arbitrary<infer Entry> ? Entry : never)[];
}) {
  const all = entries.map(
    ({ location, way, before, after }) =>
      `<${prefix}url>${before}<${prefix}loc> ${escaped(location, way)}\n</${prefix}loc>${after}</${prefix}url>${after}`,
  );
  return `<?xml version="1.0"?><${prefix}urlset>${all.join('')}</${prefix}urlset>`;
}

describe('sitemaps', () => {
  it('return the written locations, with any split, escaping and encoding', () => {
    hold(
      fc.property(sitemap, cuts, (given, splits) => {
        const bytes = Buffer.from(`\uFEFF${xmlOf(given)}`, given.encoding);
        const locations = given.entries.map(({ location }) => location);
        expect(read(bytes, splits)).toEqual({ locations, kind: 'urlset', complete: true });
      }),
    );
  });

  it('return the first locations and are incomplete if they break off', () => {
    hold(
      fc.property(sitemap, fc.nat(), (given, position) => {
        const text = xmlOf(given);
        const { locations, complete } = read(Buffer.from(text.slice(0, position % text.length)));
        expect(given.entries.map(({ location }) => location).slice(0, locations.length)).toEqual(locations);
        if (locations.length > 0) expect(complete).toBe(false);
      }),
    );
  });

  it('are read without an exception, for any bytes, and the same with any split', () => {
    const pieces = [
      '<',
      '>',
      '<urlset>',
      '<url>',
      '<loc>',
      '</loc>',
      'https://a.example/',
      '&',
      '&amp;',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '<!DOCTYPE a>',
      '"',
      '\n',
      'é',
      '</url>',
    ];
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((all) => Buffer.from(all)),
      textOf(pieces, 40).map((text) => Buffer.from(text)),
    );
    hold(
      fc.property(bytes, cuts, (given, splits) => {
        expect(read(given, splits)).toEqual(read(given));
      }),
      150,
    );
  });

  it('of plain text return each line that is not blank', () => {
    hold(
      fc.property(
        fc.array(url, { minLength: 1, maxLength: 8 }),
        fc.constantFrom('\n', '\r\n', '\n\n'),
        cuts,
        (urls, end, splits) => {
          expect(read(Buffer.from(urls.join(end)), splits)).toMatchObject({ locations: urls, kind: 'text' });
        },
      ),
    );
  });

  it('take linear time for markup that is never closed', () => {
    hold(
      fc.property(textOf(['<a', '<!--', '&', '<![CDATA[', '<loc>', ' b="', '<!'], 3), (piece) => {
        expectSoonDone(() => read(Buffer.from(`<urlset>${piece.repeat(10_000)}`)));
      }),
      10,
    );
  });
});
