import { expect, it } from 'vitest';
import { expectNoFindings, renderDocument, scanDemo, scanDocument } from './demo-report.ts';

it('the HTML report of the demo site passes its own scan with all sections collapsed', async () => {
  const report = await scanDemo();
  expect(report.violations.length).toBeGreaterThan(0);
  expectNoFindings(await scanDocument(await renderDocument(report)));
});
