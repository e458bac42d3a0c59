import { inflateSync } from 'node:zlib';

/** The pixels of a picture: rows of red, green, blue and perhaps alpha, one byte each. */
export interface Pixels {
  width: number;
  height: number;
  /** Bytes of a pixel: 3 or 4. */
  channels: number;
  data: Uint8Array;
}

const SIGNATURE_LENGTH = 8;
/** Types of color of the format, by the number of channels. */
const channelsByType: Readonly<Record<number, number>> = { 2: 3, 6: 4 };

/**
 * Returns the pixels of a PNG file that the browser has written: 8 bits for each channel, not interlaced.
 * https://www.w3.org/TR/png-3/
 * @throws Error if the file is of another kind
 */
export function decodePng(file: Buffer): Pixels {
  let [width, height, channels] = [0, 0, 0];
  const parts: Buffer[] = [];
  for (let at = SIGNATURE_LENGTH; at + 8 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const content = file.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      [width, height] = [content.readUInt32BE(0), content.readUInt32BE(4)];
      channels = content[8] === 8 && content[12] === 0 ? (channelsByType[content[9] ?? 0] ?? 0) : 0;
    } else if (type === 'IDAT') parts.push(content);
    at += 12 + length;
  }
  if (channels === 0) throw new Error('the picture has another format');
  const stride = width * channels;
  const filtered = inflateSync(Buffer.concat(parts), { maxOutputLength: (stride + 1) * height });
  return { width, height, channels, data: unfilter(filtered, stride, height, channels) };
}

/**
 * Reverses the filters of the rows: each byte is a difference to those on the left, above, and left above. A picture of
 * a window has millions of bytes, so there is a short loop for each filter that the browser uses.
 */
function unfilter(filtered: Uint8Array, stride: number, height: number, channels: number): Uint8Array {
  const data = new Uint8Array(stride * height);
  const first = new Uint8Array(stride);
  for (let row = 0; row < height; row += 1) {
    const filter = filtered[row * (stride + 1)];
    const from = row * (stride + 1) + 1;
    const to = row * stride;
    const line = data.subarray(to, to + stride);
    const above = row > 0 ? data.subarray(to - stride, to) : first;
    line.set(filtered.subarray(from, from + stride));
    if (filter === 1) {
      for (let at = channels; at < stride; at += 1) line[at] = byteAt(line, at) + byteAt(line, at - channels);
    } else if (filter === 2) {
      for (let at = 0; at < stride; at += 1) line[at] = byteAt(line, at) + byteAt(above, at);
    } else if (filter === 3 || filter === 4) {
      for (let at = 0; at < stride; at += 1) {
        const left = at >= channels ? byteAt(line, at - channels) : 0;
        const corner = at >= channels ? byteAt(above, at - channels) : 0;
        const up = byteAt(above, at);
        line[at] = byteAt(line, at) + (filter === 3 ? (left + up) >> 1 : predict(left, up, corner));
      }
    }
  }
  return data;
}

function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] as number;
}

/** The predictor of Paeth: the neighbour that is nearest to their plane. */
function predict(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
