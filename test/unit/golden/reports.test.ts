import { describe, expect, it } from 'vitest';
import { type Report, reportSchema } from '../../../core/reports/report.ts';
import { type ReportFormat, reportFormatNames, reportFormats } from '../../../core/reports/report-formats.ts';
import { renderers } from '../../../formats/renderers.ts';
import { sourceWithPictures } from '../../support/source-with-pictures.ts';
import { picture, richReport, webp } from '../formats/html/rich-report.ts';
import { report, textOf } from '../formats/report.ts';
import { withDecisions } from './with-decisions.ts';

/**
 * Reports in every format, stored as files, so that a review shows every change in the output for readers and tools.
 */
const reports: Record<string, Report> = { shop: report(), rich: withDecisions(richReport()) };
const pictures = new Map([[picture.id, webp]]);

describe.each(Object.entries(reports))('the report %s', (name, made) => {
  it.each(reportFormatNames)('is written as before in the format %s', async (format: ReportFormat) => {
    const text = await textOf(renderers[format](sourceWithPictures(made, pictures)));

    await expect(text).toMatchFileSnapshot(`files/${name}-${format}.${reportFormats[format].extension}`);
  });

  it('has the members that its schema describes', () => {
    expect(reportSchema.safeParse(JSON.parse(JSON.stringify(made))).error).toBeUndefined();
  });
});
