import { hash } from 'node:crypto';
import type { PageSettings } from '../scans/page-settings.ts';

/** Increase it when pictures are masked differently. Later scans then do not reuse pictures that were taken before. */
const MASKING_VERSION = 1;
const MASKING_LENGTH = 16;

/**
 * Returns a hash that is equal for scans whose pictures are masked alike, 16 hexadecimal digits. It does not depend on
 * whether a scan is signed in, because a signed-in scan is never compared with one that is not.
 */
export function hashMasking({ redactSelectors }: Pick<PageSettings, 'redactSelectors'>): string {
  const selectors = [...new Set(redactSelectors)].sort();
  return hash('sha256', JSON.stringify([MASKING_VERSION, selectors]), 'hex').slice(0, MASKING_LENGTH);
}
