import { findChromium } from '../../scanner/browser/find-chromium.ts';

let verified: ReturnType<typeof findChromium> | undefined;

/**
 * Returns the packed browser, which is verified once per process: to verify it takes a third of the time of a small
 * scan. Files about the verification name its location, and verify it as the service does, before each launch.
 */
export function findVerified(): ReturnType<typeof findChromium> {
  verified ??= findChromium();
  return verified;
}
