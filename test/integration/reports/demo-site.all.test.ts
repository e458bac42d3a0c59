import { beforeAll, describe, expect, it } from 'vitest';
import { expectNoFindings, renderDocument, scanDemo, scanDocument } from './demo-report.ts';

describe('the HTML report of the demo site passes its own scan by WCAG 2.2 AA and best practice', () => {
  let document: string;
  beforeAll(async () => {
    const report = await scanDemo();
    expect(report.violations.length).toBeGreaterThan(0);
    document = await renderDocument(report);
  });

  it('with all sections collapsed', async () => {
    expectNoFindings(await scanDocument(document));
  });

  it('with all sections expanded', async () => {
    expectNoFindings(await scanDocument(document.replaceAll('<details', '<details open')));
  });
});
