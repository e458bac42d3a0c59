import { hash } from 'node:crypto';
import type { PageSettings } from '../scans/page-settings.ts';

/** Raised when pictures are masked in another way: later scans then do not reuse pictures that were taken before. */
const MASKING_VERSION = 1;
const MASKING_LENGTH = 16;

/**
 * Equal for scans whose pictures are masked alike. Whether a scan is signed in is no part of it, because scans that differ
 * in that are not compared. 16 hexadecimal digits.
 */
export function hashMasking({ redactSelectors }: Pick<PageSettings, 'redactSelectors'>): string {
  const selectors = [...new Set(redactSelectors)].sort();
  return hash('sha256', JSON.stringify([MASKING_VERSION, selectors]), 'hex').slice(0, MASKING_LENGTH);
}
