import { describe, expect, it } from 'vitest';
import { isEndlesslyAnimated } from '../../../scanner/time/animated-picture.ts';

/** Returns a GIF. @param repetitions null without the extension that repeats it */
function buildGif(frames: number, hundredths: number, repetitions: number | null): Buffer {
  const repeat =
    repetitions === null
      ? []
      : [0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, repetitions & 255, repetitions >> 8, 0];
  const frame = [
    ...[0x21, 0xf9, 4, 0, hundredths & 255, hundredths >> 8, 0, 0],
    ...[0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 1, 0],
  ];
  const head = [...Buffer.from('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
  const body = Array.from({ length: frames }, () => frame).flat();
  return Buffer.from([...head, ...repeat, ...body, 0x3b]);
}

function buildPng(frames: number, plays: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)]);
  };
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames, 0);
  control.writeUInt32BE(plays, 4);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', Buffer.alloc(13)),
    chunk('acTL', control),
    chunk('IDAT', control),
  ]);
}

describe('an animated picture', () => {
  it.each<[string, boolean, Buffer]>([
    ['a GIF that is repeated without end', true, buildGif(2, 50, 0)],
    ['a GIF that takes more than five seconds', true, buildGif(2, 50, 9)],
    ['a GIF that is repeated a few times', false, buildGif(2, 50, 2)],
    ['a GIF that runs once', false, buildGif(4, 50, null)],
    ['a GIF with one frame', false, buildGif(1, 50, 0)],
    ['a GIF without delays, which browsers slow down', true, buildGif(60, 0, null)],
    ['a PNG that is repeated without end', true, buildPng(3, 0)],
    ['a PNG that runs once', false, buildPng(3, 1)],
    ['a PNG with one frame', false, buildPng(1, 0)],
    ['another file', false, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['an empty file', false, Buffer.alloc(0)],
  ])('%s: %s', (_name, expected, file) => {
    expect(isEndlesslyAnimated(file)).toBe(expected);
  });

  it.each([11, 14, 25, 40])('ends at the end of a file that was cut after %i bytes', (length) => {
    expect(isEndlesslyAnimated(buildGif(2, 50, 0).subarray(0, length))).toBe(false);
  });
});
