import type { ReportFormat } from '../core/reports/report-formats.ts';
import { csv } from './csv.ts';
import { earl } from './earl/earl.ts';
import { withEscapedJson } from './escaping/json.ts';
import type { ReportRenderer } from './form.ts';
import { gitlabAccessibility } from './gitlab/accessibility.ts';
import { gitlabCodeQuality } from './gitlab/code-quality.ts';
import { html } from './html/render-html.ts';
import { json } from './json.ts';
import { junit } from './junit/junit.ts';
import { markdown } from './markdown.ts';
import { sarif } from './sarif/sarif.ts';
import { sarifGithub } from './sarif/sarif-github.ts';

export const renderers: Record<ReportFormat, ReportRenderer> = {
  json: withEscapedJson(json),
  html,
  csv,
  markdown,
  sarif,
  'sarif-github': sarifGithub,
  junit,
  'gitlab-code-quality': gitlabCodeQuality,
  'gitlab-accessibility': gitlabAccessibility,
  earl,
};
