import { pageSettingsDefault } from '../../core/scans/page-settings.ts';
import { scanChunkPages } from '../../scanner/scan-chunk-pages.ts';
import type { PageFindings } from './contract.ts';
import { toFindings } from './report-findings.ts';
import { serveBatches } from './workers.ts';

serveBatches(async ({ origin, paths, ruleIds, folder }) => {
  const done: PageFindings[] = [];
  await scanChunkPages(
    {
      scanId: 'scan_bench',
      pages: paths.map((path) => ({ pageId: path, url: origin + path, attempt: 1, identity: path })),
      ruleIds,
      // The other tools take no pictures either.
      settings: { ...pageSettingsDefault, screenshots: 'none' },
      hashRoutes: false,
      marks: [],
    },
    {
      pageStarted: async () => undefined,
      picture: async () => undefined,
      pageFinished: async ({ pageId, outcome, detail, findings }) => {
        const error = outcome === 'scanned' ? {} : { error: `${outcome}: ${detail}` };
        done.push({ path: pageId, findings: toFindings(findings), ...error });
      },
      pageDeferred: async ({ pageId }, { detail }) => {
        done.push({ path: pageId, findings: [], error: detail });
      },
    },
    {
      egress: { loopbackPorts: 'all', blockedPorts: [], ports: [80, 443] },
      workDir: folder,
      deadline: () => 3_600_000,
    },
  );
  return done;
});
