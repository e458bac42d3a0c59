import { randomInt } from 'node:crypto';
import { platform } from 'node:os';

/**
 * A loopback address that nobody can guess: one of 16 million on Linux, where all of 127.0.0.0/8 is this machine.
 * The stand-ins know no credentials, and one of them allows every origin; so a web page that is open in some browser
 * of this machine must not be able to find them.
 */
export function pickLoopbackAddress(): string {
  if (platform() !== 'linux') return '127.0.0.1';
  return `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;
}
