import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Report } from '../../../core/reports/report.ts';
import { toReportSource } from '../../../core/reports/report-source.ts';
import { renderHtml } from '../../../formats/html/render-html.ts';
import { listElements, scanPages } from './scan-pages.ts';
import { serve, serveFolder } from './serve.ts';

export const demoFolder = join(import.meta.dirname, '../../../local/demo-site');

/** Scans all pages of the demo site. */
export async function scanDemo(): Promise<Report> {
  const { pages } = JSON.parse(await readFile(join(demoFolder, 'site.json'), 'utf8')) as { pages: string[] };
  const demo = await serveFolder(demoFolder);
  try {
    return await scanPages(demo, ['/', ...pages], ['wcag-aa', 'best-practice']);
  } finally {
    await demo.close();
  }
}

/** Returns a report in the HTML format. */
export async function renderDocument(of: Report): Promise<string> {
  let text = '';
  for await (const piece of renderHtml(toReportSource(of))) text += piece;
  return text;
}

/** Scans one document. */
export async function scanDocument(document: string): Promise<Report> {
  const served = await serve(async () => document);
  try {
    return await scanPages(served, ['/'], ['wcag-aa', 'best-practice']);
  } finally {
    await served.close();
  }
}

/** Fails unless the scan of a document has tested all of it and found nothing. */
export function expectNoFindings(report: Report): void {
  expect(report.pages).toMatchObject([{ outcome: 'scanned', detail: 'The page was scanned.' }]);
  expect(listElements(report)).toEqual([]);
  for (const id of ['color-contrast', 'target-size'])
    expect(report.pages[0]?.rules.find(({ ruleId }) => ruleId === id)?.result).toBe('passed');
}
