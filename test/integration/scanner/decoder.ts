import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '../../../scanner/browser/browser.ts';
import { findVerified } from '../../support/find-verified.ts';

/** The pixels of a picture. */
export interface Pixels {
  width: number;
  height: number;
  /** Red, green and blue at a position, 0 to 255. */
  at(x: number, y: number): [number, number, number];
  /** Number of pixels for which `is` is true. */
  count(is: (red: number, green: number, blue: number) => boolean): number;
}

interface Decoded {
  width: number;
  height: number;
  data: string;
}

/** Runs in a page. */
const DECODE_IN_PAGE = `async (text) => {
  const blob = new Blob([Uint8Array.from(atob(text), (each) => each.charCodeAt(0))]);
  const bitmap = await createImageBitmap(blob);
  const drawing = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  drawing.drawImage(bitmap, 0, 0);
  const { data } = drawing.getImageData(0, 0, bitmap.width, bitmap.height);
  let binary = '';
  for (let from = 0; from < data.length; from += 8192) {
    binary += String.fromCharCode(...data.subarray(from, from + 8192));
  }
  return { width: bitmap.width, height: bitmap.height, data: btoa(binary) };
}`;

/** Decodes WebP in a browser. */
export async function openDecoder() {
  const folder = await mkdtemp(join(tmpdir(), 'decoder-'));
  const running = await launchBrowser(await findVerified(), folder, '127.0.0.1:9');
  const page = await running.browser.newPage();
  return {
    async decode(bytes: Uint8Array): Promise<Pixels> {
      const text = JSON.stringify(Buffer.from(bytes).toString('base64'));
      const { width, height, data } = (await page.evaluate(`(${DECODE_IN_PAGE})(${text})`)) as Decoded;
      const pixels = Buffer.from(data, 'base64');
      const at = (x: number, y: number): [number, number, number] => {
        const from = 4 * (y * width + x);
        return [pixels[from] ?? 0, pixels[from + 1] ?? 0, pixels[from + 2] ?? 0];
      };
      return {
        width,
        height,
        at,
        count(is) {
          let found = 0;
          for (let y = 0; y < height; y += 1) {
            for (let x = 0; x < width; x += 1) if (is(...at(x, y))) found += 1;
          }
          return found;
        },
      };
    },
    async close() {
      await running.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
