/** Seconds of motion that success criterion 2.2.2 allows. */
const SECONDS_MAX = 5;
/** A GIF frame with a shorter delay is shown for a tenth of a second by browsers, in hundredths of a second. */
const DELAY_MIN = 2;
const DELAY_DEFAULT = 10;

/** Returns whether a GIF, PNG or WebP file is animated for longer than five seconds. Reads only its headers. */
export function isEndlesslyAnimated(file: Buffer): boolean {
  const signature = file.toString('latin1', 0, 12);
  if (signature.startsWith('GIF8')) return isAnimatedGif(file);
  if (signature.startsWith('RIFF') && signature.endsWith('WEBP')) return isAnimatedWebp(file);
  if (signature.startsWith('\x89PNG')) return isAnimatedPng(file);
  return false;
}

/** https://www.w3.org/Graphics/GIF/spec-gif89a.txt; the number of repetitions is an extension of Netscape. */
function isAnimatedGif(file: Buffer): boolean {
  let frames = 0;
  let hundredths = 0;
  let repetitions = 1;
  let at = 13 + readColors(file[10]);
  while (at < file.length) {
    const block = file[at];
    if (block === 0x21) {
      const label = file[at + 1];
      if (label === 0xf9) {
        const delay = at + 6 <= file.length ? file.readUInt16LE(at + 4) : 0;
        hundredths += delay < DELAY_MIN ? DELAY_DEFAULT : delay;
      }
      const isNetscape = label === 0xff && file.toString('latin1', at + 3, at + 14) === 'NETSCAPE2.0';
      if (isNetscape && at + 19 <= file.length) {
        const count = file.readUInt16LE(at + 16);
        repetitions = count === 0 ? Number.POSITIVE_INFINITY : count + 1;
      }
      at = skipBlocks(file, at + 2);
    } else if (block === 0x2c) {
      frames += 1;
      at = skipBlocks(file, at + 10 + readColors(file[at + 9]) + 1);
    } else break;
  }
  return frames > 1 && (hundredths / 100) * repetitions > SECONDS_MAX;
}

/** Returns the size of a table of colors in bytes. @param flags undefined at the end of the file */
function readColors(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function skipBlocks(file: Buffer, from: number): number {
  let at = from;
  for (let size = file[at] ?? 0; size > 0; size = file[at] ?? 0) at += size + 1;
  return at + 1;
}

/** https://developers.google.com/speed/webp/docs/riff_container: only endless repetition counts. */
function isAnimatedWebp(file: Buffer): boolean {
  const at = file.indexOf('ANIM', 12, 'latin1');
  return at >= 0 && at < 64 && at + 14 <= file.length && file.readUInt16LE(at + 12) === 0;
}

/** https://www.w3.org/TR/png-3/#acTL-chunk: only endless repetition counts. */
function isAnimatedPng(file: Buffer): boolean {
  const at = file.indexOf('acTL', 8, 'latin1');
  const isBeforeData = at >= 0 && at < file.indexOf('IDAT', 8, 'latin1');
  if (!isBeforeData || at + 12 > file.length) return false;
  return file.readUInt32BE(at + 4) > 1 && file.readUInt32BE(at + 8) === 0;
}
