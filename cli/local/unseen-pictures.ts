import type { ScanConfig } from '../../core/scans/scan-config.ts';
import type { OutputWish } from '../settings/settings.ts';

/**
 * The config without pictures, where it does not ask for them and no output has them in it: there is no service that
 * the others' could be fetched from, and they take a third of the time of a scan.
 */
export function withoutUnseenPictures(config: ScanConfig, outputs: readonly OutputWish[]): ScanConfig {
  const seen = outputs.some(({ format }) => format === 'html');
  return seen ? config : { screenshots: 'none', ...config };
}
