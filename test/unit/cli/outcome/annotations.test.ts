import { describe, expect, it } from 'vitest';
import { renderAnnotations } from '../../../../cli/outcome/annotations.ts';
import type { PipelineName } from '../../../../cli/pipeline/pipeline.ts';
import type { Report } from '../../../../core/reports/report.ts';
import { finding, findings, report } from '../../formats/report.ts';
import { attacks } from '../terminal/runners.ts';
import { pipeline } from './outcome.ts';

const linesOf = (made: Report, name: PipelineName = 'github') => renderAnnotations(made, pipeline(name));

/** Parses a workflow command as GitHub's runner does. */
function readGithub(line: string) {
  const [, level, list = '', data = ''] = /^::(\w+) ([^\n]*?)::([^\n]*)$/.exec(line) ?? [];
  const unescaped = (text: string) =>
    text.replace(/%(0D|0A|3A|2C|25)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const properties = list.split(',').map((each) => each.split('=', 2) as [string, string]);
  return {
    level,
    ...Object.fromEntries(properties.map(([name, value]) => [name, unescaped(value)])),
    message: unescaped(data),
  };
}

describe('annotations', () => {
  it('report to GitHub what fails the gate, with element, page and fix', () => {
    const [line, ...others] = linesOf(report());
    expect(others).toEqual([]);
    expect(readGithub(line ?? '')).toEqual({
      level: 'error',
      title: 'Critical: Images must have alternative text (image-alt)',
      message: [
        '4 elements on 2 pages (one fix), such as #hero',
        'Page: https://shop.example/',
        'How to fix: Contrast 3.1:1, needs 4.5:1; #777777 on #ffffff.',
      ].join('\n'),
    });
  });

  it('name the source file if the site maps the page to one', () => {
    const onBlog = findings.map((each) => ({
      ...each,
      node: { ...each.node, pageId: 'p1', url: 'https://shop.example/blog/?page=2' },
    }));
    const [line] = linesOf(report({ findings: onBlog }));
    expect(readGithub(line ?? '')).toMatchObject({ file: 'src/blog page.html' });
  });

  it('report the same to Azure Pipelines', () => {
    const percent = finding('image-alt', '#a', { howToFix: 'Width 50%; height\n10%]' });
    expect(linesOf(report({ findings: [percent] }), 'azure')).toEqual([
      '##vso[task.logissue type=error;]Critical: Images must have alternative text (image-alt): 1 element on 1 page, such as #a%0APage: https://shop.example/%0AHow to fix: Width 50%AZP25; height 10%AZP25]',
    ]);
  });

  it.each(['gitlab', 'jenkins', 'circleci', 'bitbucket'] as const)('are not written in %s', (name) => {
    expect(linesOf(report(), name)).toEqual([]);
  });

  it('are not written outside of CI, without a report, or for a gate that did not fail', () => {
    expect(renderAnnotations(report(), null)).toEqual([]);
    expect(renderAnnotations(null, pipeline('github'))).toEqual([]);
    const passed = report({
      overrides: ({ gate }) => ({ gate: { ...gate, result: 'passed', reasons: [] } }),
    });
    expect(linesOf(passed)).toEqual([]);
  });

  it('are warnings for moderate and minor findings, new ones first, at most ten', () => {
    const made = report({
      findings: [
        finding('image-alt', '#old', { issueGroup: 'grp_old', state: 'unchanged', cause: null }),
        ...Array.from({ length: 12 }, (_, at) =>
          finding('region', `#e${at}`, { issueGroup: `grp_${at}`, impact: 'moderate' }),
        ),
      ],
      overrides: ({ scan, gate }) => ({
        scan: {
          ...scan,
          config: {
            ...scan.config,
            failOn: { ...scan.config.failOn!, bestPractice: { total: 0 }, total: 0 },
          },
        },
        gate: {
          ...gate,
          reasons: [
            { code: 'total', result: 'failed', message: 'x', count: 1 },
            { code: 'best-practice-total', result: 'failed', message: 'x', count: 12 },
          ],
        },
      }),
    });
    const lines = linesOf(made);
    expect(lines).toHaveLength(10);
    expect(lines.map((line) => readGithub(line).level)).toEqual(Array(10).fill('warning'));
  });

  it.each(attacks)('are one command each, with any text of a page: %j', (attack) => {
    const made = report({
      findings: [finding('image-alt', '#a', { target: [attack], howToFix: attack, url: attack })],
      overrides: (given) => ({ violations: given.violations.map((rule) => ({ ...rule, help: attack })) }),
    });
    const [github = '', ...moreOfGithub] = linesOf(made);
    const [azure = '', ...moreOfAzure] = linesOf(made, 'azure');
    expect([moreOfGithub, moreOfAzure]).toEqual([[], []]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no control character may be left, least of all a line break
    expect(github + azure).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
    expect(Object.keys(readGithub(github)).sort()).toEqual(['level', 'message', 'title']);
    expect(github).not.toContain('##[');
    expect(azure.match(/##(vso|teamcity)?\[/gi)).toEqual(['##vso[']);
    expect(azure.indexOf(']')).toBe('##vso[task.logissue type=error;'.length);
  });
});
