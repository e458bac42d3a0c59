import type { ReportFormat } from '../core/reports/report-formats.ts';
import { renderCsv } from './csv.ts';
import { renderEarl } from './earl/earl.ts';
import { renderGitlabAccessibility } from './gitlab/accessibility.ts';
import { renderGitlabCodeQuality } from './gitlab/code-quality.ts';
import { renderHtml } from './html/render-html.ts';
import { renderJson, withEscapedJson } from './json.ts';
import { renderJunit } from './junit/junit.ts';
import { renderMarkdown } from './markdown.ts';
import type { ReportRenderer } from './report-renderer.ts';
import { renderSarif } from './sarif/sarif.ts';
import { renderSarifGithub } from './sarif/sarif-github.ts';

export const renderers: Record<ReportFormat, ReportRenderer> = {
  json: withEscapedJson(renderJson),
  html: renderHtml,
  csv: renderCsv,
  markdown: renderMarkdown,
  sarif: renderSarif,
  'sarif-github': renderSarifGithub,
  junit: renderJunit,
  'gitlab-code-quality': renderGitlabCodeQuality,
  'gitlab-accessibility': renderGitlabAccessibility,
  earl: renderEarl,
};
