import type { PageResult } from '../../../core/scans/page-result.ts';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import { scanChunkPages } from '../../../scanner/scan-chunk-pages.ts';

/** Scans one URL in a work directory and prints its result; a separate process, which a test can kill or confine. */
const [url = '', workDir = ''] = process.argv.slice(2);
let found: PageResult | undefined;
await scanChunkPages(
  {
    scanId: 'scan_child',
    pages: [{ pageId: 'page', url, attempt: 1, identity: '/' }],
    ruleIds: ['image-alt'],
    settings: pageSettingsDefault,
    hashRoutes: false,
    marks: [],
  },
  {
    pageStarted: async () => undefined,
    picture: async () => undefined,
    pageFinished: async (result) => {
      found = result;
    },
    pageDeferred: async () => undefined,
  },
  {
    egress: { loopbackPorts: 'all', blockedPorts: [], ports: [80, 443] },
    workDir,
    deadline: () => 600_000,
  },
);
process.stdout.write(JSON.stringify(found));
