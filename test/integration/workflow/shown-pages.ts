import { hash } from 'node:crypto';
import type { Picture } from '../../../core/findings/picture.ts';
import type { ChunkJob } from '../../../core/scans/chunk.ts';
import type { ChunkPage } from '../../../core/scans/messages.ts';
import type { PageFinding, PageResult } from '../../../core/scans/page-result.ts';
import { chooseNodes } from '../../../scanner/pictures/choose.ts';
import { finding, identity, node, result } from '../../unit/reports/fixtures.ts';
import type { ScanPage } from './browser.ts';

/** The content of a page at the time of a scan. */
export interface ShownPage {
  /** Elements with a fault: rule, `id` and the bytes of a picture, which is taken if the scan needs one. */
  faults: { ruleId: string; id: string; picture?: string }[];
  /** URLs of the links. */
  links: string[];
  /** Version of axe-core that tests it. */
  axe?: string;
}

/**
 * Returns a replacement for the browser.
 * @param pageAt returns the content of a page for a scan; undefined for one that answers 503
 */
export function buildScanPage(pageAt: (url: URL, job: ChunkJob) => ShownPage | undefined): ScanPage {
  return async (job, page) => {
    const shown = pageAt(new URL(page.url), job);
    const { faults = [], links = [] } = shown ?? {};
    const pictures = new Map(
      faults.flatMap(({ picture }) =>
        picture === undefined ? [] : [[pictureOf(picture).id, toWebP(picture)] as const],
      ),
    );
    const complete = resultOf(job, page, shown);
    const findings = omitPictures(complete.findings, job, page);
    const taken = new Set(findings.flatMap(({ nodes }) => nodes.map(({ picture }) => picture?.id)));
    return {
      result: { ...complete, findings },
      links,
      pictures: new Map([...pictures].filter(([id]) => taken.has(id))),
    };
  };
}

/** Returns findings with only those pictures that the scanner would take. */
function omitPictures(
  findings: readonly PageFinding[],
  { settings }: ChunkJob,
  { known }: ChunkPage,
): PageFinding[] {
  const chosen = new Set(chooseNodes(findings, settings.screenshots, known));
  return findings.map((each) => ({
    ...each,
    nodes: each.nodes.map((one) => (chosen.has(one) ? one : { ...one, picture: null })),
  }));
}

function pictureOf(bytes: string): Picture {
  const element = { x: 0, y: 0, width: 20, height: 20 };
  return { id: `pic_${hash('sha256', toWebP(bytes))}`, width: 20, height: 20, element };
}

/** Returns the result that a browser would produce for a page. */
function resultOf(
  { scanId, ruleIds }: ChunkJob,
  { pageId, attempt, url, identity: pageName }: ChunkPage,
  shown: ShownPage | undefined,
): PageResult {
  const of = { scanId, attempt, requestedUrl: url, finalUrl: url };
  if (shown === undefined) {
    const detail = 'The server answered 503 Service Unavailable.';
    return result(pageId, [], { ...of, outcome: 'http-error', httpStatus: 503, rules: [], detail });
  }
  const byRule = Map.groupBy(shown.faults, ({ ruleId }) => ruleId);
  const findings = [...byRule].map(([ruleId, faults]) =>
    finding(
      ruleId,
      faults.map(({ id, picture }) =>
        node(`#${id}`, {
          html: `<span id="${id}">`,
          impact: ruleId === 'image-alt' ? 'critical' : 'serious',
          identity: identity(`${pageName} ${ruleId} ${id}`),
          picture: picture === undefined ? null : pictureOf(picture),
        }),
      ),
    ),
  );
  const engine = { ...result(pageId).engine, ...(shown.axe === undefined ? {} : { axe: shown.axe }) };
  const rules = ruleIds.map((ruleId) => ({
    ruleId,
    result: byRule.has(ruleId) ? ('failed' as const) : ('passed' as const),
  }));
  return result(pageId, findings, { ...of, rules, engine });
}

/** Returns bytes that begin like a WebP image. */
function toWebP(text: string): Buffer {
  return Buffer.from(`RIFF\0\0\0\0WEBP${text}`);
}
