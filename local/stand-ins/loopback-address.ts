import { randomInt } from 'node:crypto';
import { platform } from 'node:os';

/**
 * Returns a random loopback address that cannot be guessed: one of 16 million on Linux, where all of 127.0.0.0/8 is
 * local. The stand-ins check no credentials, and one of them allows every origin. A web page in a browser on this
 * machine must not be able to find them.
 */
export function pickLoopbackAddress(): string {
  if (platform() !== 'linux') return '127.0.0.1';
  return `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;
}
