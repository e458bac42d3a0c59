import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { measureContrast } from '../../../scanner/layouts/pixel-contrast.ts';
import { decodePng, type Pixels } from '../../../scanner/layouts/png.ts';

const SIZE = 20;
const lines = [{ left: 0, top: 0, right: SIZE, bottom: SIZE }];

/** Returns a picture whose pixels are gray. */
function draw(gray: (x: number, y: number) => number): Pixels {
  const data = new Uint8Array(SIZE * SIZE * 3);
  for (let at = 0; at < SIZE * SIZE; at += 1)
    data.fill(gray(at % SIZE, Math.floor(at / SIZE)), at * 3, at * 3 + 3);
  return { width: SIZE, height: SIZE, channels: 3, data };
}
const isLetter = (x: number) => x % 4 === 0;

describe('the contrast of a text', () => {
  const text = { index: 0, lines };
  const black = draw(() => 0);
  const white = draw(() => 255);

  it('is that of its color to what is behind the letters', () => {
    const painted = draw((x) => (isLetter(x) ? 100 : 255));
    expect(measureContrast(text, { painted, hidden: white, filled: black })).toEqual({
      low: 21,
      quarter: 21,
      high: 21,
    });
  });

  it('differs where the picture behind it does', () => {
    const behind = (y: number) => (y < SIZE / 2 ? 255 : 128);
    const [painted, hidden] = [draw((x, y) => (isLetter(x) ? 0 : behind(y))), draw((_x, y) => behind(y))];
    expect(measureContrast(text, { painted, hidden, filled: black })).toEqual({
      low: 5.32,
      quarter: 5.32,
      high: 21,
    });
  });

  it('is that of the color as it is drawn, with what is in front of it', () => {
    const painted = draw((x) => (isLetter(x) ? 100 : 255));
    expect(measureContrast(text, { painted, hidden: white, filled: draw(() => 128) })).toEqual({
      low: 3.95,
      quarter: 3.95,
      high: 3.95,
    });
  });

  it.each([
    ['nothing changes', white, white],
    ['everything changes', black, white],
  ])('is unknown if %s', (_name, painted, hidden) => {
    expect(measureContrast(text, { painted, hidden, filled: black })).toBeNull();
  });
});

describe('a PNG file', () => {
  const rows = [
    [0, 10, 20, 30, 40, 50, 60],
    [1, 10, 20, 30, 1, 1, 1],
    [2, 1, 1, 1, 1, 1, 1],
    [3, 5, 5, 5, 5, 5, 5],
    [4, 1, 1, 1, 1, 1, 1],
  ];
  const build = (bytes: readonly number[][], colorType: number) => {
    const chunk = (type: string, content: Buffer) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(content.length);
      return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)]);
    };
    const header = Buffer.alloc(13);
    header.writeUInt32BE(2, 0);
    header.writeUInt32BE(bytes.length, 4);
    header.set([8, colorType], 8);
    const data = deflateSync(Buffer.from(bytes.flat()));
    // The browser may write the data in several parts.
    return Buffer.concat([
      Buffer.alloc(8),
      chunk('IHDR', header),
      chunk('IDAT', data.subarray(0, 5)),
      chunk('IDAT', data.subarray(5)),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  };

  it('is decoded with each of the filters', () => {
    const { width, height, channels, data } = decodePng(build(rows, 2));
    expect({ width, height, channels }).toEqual({ width: 2, height: 5, channels: 3 });
    expect([...data]).toEqual([
      ...[10, 20, 30, 40, 50, 60],
      ...[10, 20, 30, 11, 21, 31],
      ...[11, 21, 31, 12, 22, 32],
      ...[10, 15, 20, 16, 23, 31],
      ...[11, 16, 21, 17, 24, 32],
    ]);
  });

  it('is refused if its colors are of another type', () => {
    expect(() => decodePng(build(rows, 3))).toThrow('another format');
  });
});
