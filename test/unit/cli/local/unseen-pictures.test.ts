import { describe, expect, it } from 'vitest';
import { withoutUnseenPictures } from '../../../../cli/local/local-start.ts';
import type { ScanConfig } from '../../../../core/scans/scan-config.ts';

const config: ScanConfig = { rules: ['wcag-aa'], priority: 'normal' };
const json = { format: 'json', path: 'report.json' } as const;
const html = { format: 'html', path: 'report.html' } as const;

describe('pictures of a local scan', () => {
  it('are taken for an output that shows them, or if the config requests them', () => {
    expect(withoutUnseenPictures(config, [json, html])).toEqual(config);
    expect(withoutUnseenPictures({ ...config, screenshots: 'all' }, [json])).toMatchObject({
      screenshots: 'all',
    });
  });

  it('are not taken if no output shows them', () => {
    expect(withoutUnseenPictures(config, [json])).toEqual({ ...config, screenshots: 'none' });
    expect(withoutUnseenPictures(config, [])).toMatchObject({ screenshots: 'none' });
  });
});
