import { describe, expect, it } from 'vitest';
import type { ReportDecision } from '../../../core/reports/report.ts';
import type { ReportFormat } from '../../../core/reports/report-formats.ts';
import { reportFormatNames } from '../../../core/reports/report-formats.ts';
import { BATCH_FINDINGS_MAX } from '../../../formats/gitlab/accessibility.ts';
import { renderers } from '../../../formats/renderers.ts';
import { bigSource } from './report.ts';

const PAGES = 100;
const PER_PAGE = 100;
const TOTAL = PAGES * PER_PAGE;

/**
 * Formats that are written finding by finding, with the number of findings they read before they write the next piece.
 */
const held: Partial<Record<ReportFormat, number>> = {
  csv: 201,
  sarif: 1,
  junit: PER_PAGE / 2 + 1,
  'gitlab-code-quality': 1,
  earl: PER_PAGE / 2 + 1,
};

describe('a report of 10,000 findings', () => {
  it.each(Object.entries(held))('is written as %s while it is read', async (format, most) => {
    const { source, read } = bigSource(PAGES, PER_PAGE);
    let before = 0;
    let longest = 0;
    let writing = false;
    for await (const _piece of renderers[format as ReportFormat](source)) {
      // JUnit reads the findings once for its totals before the first piece.
      if (writing) longest = Math.max(longest, read() - before);
      writing = true;
      before = read();
    }
    expect(longest).toBeGreaterThan(0);
    expect(longest).toBeLessThanOrEqual(most);
    expect(read() % TOTAL).toBe(0);
  });

  it('stays below the 30 MB that GitLab reads as JUnit, with details of failures before other findings', async () => {
    // Failing findings with details of far more than 8 MB, after which others are only counted.
    const { source } = bigSource(400, PER_PAGE);
    const html = '<a class="card__link card__link--primary" href="/shop/item">'.repeat(4);
    const long = {
      ...source,
      async *findings() {
        for await (const finding of source.findings()) yield { ...finding, node: { ...finding.node, html } };
      },
    };
    let bytes = 0;
    let spelled = 0;
    let last = '';
    for await (const piece of renderers.junit(long)) {
      bytes += Buffer.byteLength(piece);
      if (piece.includes('<failure')) {
        spelled += piece.split('\n- critical, new: ').length - 1;
        last = piece;
      }
    }
    expect(bytes).toBeLessThan(30_000_000);
    expect(spelled).toBeGreaterThan(5_000);
    expect(spelled).toBeLessThan((400 * PER_PAGE) / 2);
    expect(last).toContain(
      `(${PER_PAGE / 2} that the gate counts)">\n- ${PER_PAGE / 2} findings\n</failure>`,
    );
  });

  it('is read once for each batch of pages by the format that lists by page', async () => {
    const { source, read } = bigSource(PAGES, 3 * PER_PAGE);
    const text = (await Array.fromAsync(renderers['gitlab-accessibility'](source))).join('');
    const batches = Math.ceil((3 * TOTAL) / BATCH_FINDINGS_MAX);
    expect(read()).toBeLessThanOrEqual(3 * TOTAL * (1 + batches + 1));
    const { results } = JSON.parse(text);
    expect(Object.values<unknown[]>(results).map(({ length }) => length)).toEqual(
      // One entry of each page says which rules did not run.
      Array.from({ length: PAGES }, () => 3 * PER_PAGE + 1),
    );
  });

  it.each(['markdown', 'sarif-github'] as const)(
    'is written as %s without reading findings',
    async (format) => {
      const { source, read } = bigSource(PAGES, PER_PAGE);
      await Array.fromAsync(renderers[format](source));
      expect(read()).toBe(0);
    },
  );

  it.each(['markdown', 'sarif-github'] as const)(
    'is read once for %s if people decided about findings, however many findings each decision is about',
    async (format) => {
      const { source, read } = bigSource(PAGES, PER_PAGE);
      const decisionId = 'decision_01arz3ndektsv4rrffq69g5fav';
      const decision: ReportDecision = {
        id: decisionId,
        fingerprint: `f1_${'0'.repeat(24)}`,
        decision: 'problem',
        reason: 'Not readable',
        author: { personId: 'person_01arz3ndektsv4rrffq69g5fav', name: 'Ada' },
        decidedAt: '2026-10-30T10:00:00.000Z',
        scanId: source.head.scan.id,
        ruleId: 'image-alt',
        pageUrl: 'https://shop.example/page-0',
        elements: 1,
        findings: TOTAL,
        outdated: 0,
        notApplied: 0,
      };
      const decided = {
        ...source,
        head: { ...source.head, decisions: [decision] },
        async *findings() {
          for await (const { node, ...rest } of source.findings())
            yield { ...rest, node: { ...node, decision: 'problem' as const, decisionId } };
        },
      };
      const text = (await Array.fromAsync(renderers[format](decided))).join('');
      expect(read()).toBe(TOTAL);
      if (format === 'markdown')
        expect(text).toContain(`· ${(TOTAL / 2).toLocaleString('en-US')} elements, at`);
    },
  );

  it.each(reportFormatNames)('is written as %s with the same bytes every time', async (format) => {
    const write = async () => (await Array.fromAsync(renderers[format](bigSource(10, 20).source))).join('');
    expect(await write()).toBe(await write());
  });
});
