import { describe, expect, it } from 'vitest';
import { checks } from '../../../core/checks/checks.ts';
import { reportFormatNames } from '../../../core/reports/report-formats.ts';
import { renderers } from '../../../formats/renderers.ts';
import { sourceWithPictures } from '../../support/source-with-pictures.ts';
import { reportOf } from './html/fixture.ts';
import { textOf } from './report.ts';

const check = checks[0]?.id ?? '';
const made = reportOf([
  { ruleId: 'image-alt', impact: 'critical', elements: [{ page: 1, selector: 'img' }] },
  { ruleId: check, impact: 'serious', elements: [{ page: 1, selector: 'p' }] },
]);
const both = { ...made, engines: made.engines.map((engine) => ({ ...engine, checks: '0a1b2c3d' })) };
const render = (format: (typeof reportFormatNames)[number]) =>
  textOf(renderers[format](sourceWithPictures(both, new Map())));

describe('the source of a rule', () => {
  it.each(reportFormatNames)('is in the format %s, of axe-core and of the service itself', async (format) => {
    const text = await render(format);
    expect(text).toContain(check);
    // pa11y, whose format GitLab reads, calls axe-core `axe`.
    expect(text).toContain(format === 'gitlab-accessibility' ? '"runner":"axe"' : 'axe-core');
    // The id of the check itself contains no name of its source.
    expect(text.replaceAll('a11y-scan-', '')).toContain('a11y-scan');
  });

  it('has the text of a check in the page for people, because no page on the web has it', async () => {
    const { assumptions = '' } = checks[0] ?? {};
    expect(await render('html')).toContain(assumptions);
  });
});
