import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isActingNeed } from '../../../core/checks/check-definition.ts';
import { resolveRuleSets } from '../../../core/rule-sets/rule-sets.ts';
import { getCheckNeed } from '../../../core/rule-sets/rules.ts';
import { PAGE_TIMEOUT_MS } from '../../../core/scans/pacing.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import { isSiteCheck } from '../../../core/site-checks/site-checks.ts';
import { renderMail } from '../../../formats/mail/render-mail.ts';
import { scanChunkPages } from '../../../scanner/scan-chunk-pages.ts';
import { findVerified } from '../../support/find-verified.ts';
import { hostileMessage, sampleMessages } from '../../support/sample-messages.ts';
import { type SmallSite, servePages } from '../../support/small-site.ts';

const unsubscribe = { kind: 'alerts', url: 'https://scans.example.com/unsubscribe#token' } as const;
const mails = Object.entries({ ...sampleMessages, hostile: hostileMessage }).map(
  ([name, message]) => [`/${name}`, renderMail(message, unsubscribe).html] as const,
);

let site: SmallSite;
let workDir: string;
beforeAll(async () => {
  site = await servePages(Object.fromEntries(mails));
  workDir = await mkdtemp(join(tmpdir(), 'mail-scan-'));
});
afterAll(async () => {
  await site?.stop();
  if (workDir) await rm(workDir, { recursive: true, force: true });
});

const conditions = [320, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/**
 * Returns the rules for a color scheme. The checks that act on the page cost more than all other rules together, and
 * depend on it only for texts on pictures, which no mail has.
 */
function listRules(colorScheme: 'light' | 'dark'): string[] {
  const { ruleIds } = resolveRuleSets(['wcag-aaa', 'best-practice']);
  return ruleIds.filter((id) => colorScheme === 'light' || !isActingNeed(getCheckNeed(id)));
}

it.each(conditions)(
  'our own engine finds nothing in the mails, $width pixels wide, $colorScheme',
  async ({ width, colorScheme }) => {
    const results: PageResult[] = [];
    await scanChunkPages(
      {
        scanId: `scan_${'0'.repeat(26)}`,
        pages: mails.map(([path], index) => ({
          pageId: `p${index}`,
          url: site.url + path.slice(1),
          attempt: 1,
          identity: path,
        })),
        ruleIds: listRules(colorScheme),
        settings: {
          ...pageSettingsDefault,
          viewport: { width, height: 900 },
          colorScheme,
          screenshots: 'none',
        },
        hashRoutes: false,
        marks: [],
      },
      {
        pageStarted: async () => {},
        picture: async () => {},
        pageDeferred: async () => {},
        pageFinished: async (result) => {
          results.push(result);
        },
      },
      {
        egress: { loopbackPorts: [Number(new URL(site.url).port)], blockedPorts: [], ports: [] },
        workDir,
        findBrowser: findVerified,
        deadline: () => 10 * PAGE_TIMEOUT_MS,
        pageTimeoutMs: 4 * PAGE_TIMEOUT_MS,
      },
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(mails.map(() => 'scanned'));
    // Mails are no pages of one site, so what they propose to checks over a site is nothing.
    const findings = results.flatMap(({ requestedUrl, findings: found }) =>
      found
        .filter(({ ruleId }) => !isSiteCheck(ruleId))
        .map(({ kind, ruleId }) => `${requestedUrl}: ${kind} ${ruleId}`),
    );
    expect(findings).toEqual([]);
  },
);
