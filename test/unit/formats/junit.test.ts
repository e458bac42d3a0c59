import { describe, expect, it } from 'vitest';
import { isGateFailure } from '../../../core/reports/gate-failure.ts';
import type { Report } from '../../../core/reports/report.ts';
import { toReportSource } from '../../../core/reports/report-source.ts';
import { renderJunit } from '../../../formats/junit/junit.ts';
import { findings, report, SUPPRESSION, textOf } from './report.ts';
import { junitFaults, parseXml, type XmlElement } from './xml.ts';

const write = (made: Report) => textOf(renderJunit(toReportSource(made)));
const made = report();
const text = await write(made);
const root = parseXml(text);

const has = (test: XmlElement, name: string) => test.children.some((child) => child.name === name);
const tests = (of: XmlElement, name?: string) =>
  of.children
    .flatMap(({ children }) => children)
    .filter((test) => name === undefined || has(test, name))
    .map(({ attributes }) => `${attributes.classname} ${attributes.name}`);
const suite = (of: XmlElement, name: string) =>
  of.children.find(({ attributes }) => attributes.name === name);

/** Counts again what the tags of the suites state. */
function recount(of: XmlElement) {
  return of.children.map(({ attributes, children }) => {
    const number = (name: string) => String(children.filter((test) => has(test, name)).length);
    return [
      {
        tests: attributes.tests,
        failures: attributes.failures,
        errors: attributes.errors,
        skipped: attributes.skipped,
      },
      {
        tests: String(children.length),
        failures: number('failure'),
        errors: number('error'),
        skipped: number('skipped'),
      },
    ] as const;
  });
}

describe('the report as JUnit XML', () => {
  it("is valid by the schema of Jenkins' xunit plugin", async () => {
    expect(await junitFaults(text)).toEqual([]);
  });

  it('states in each tag the totals of the suite', () => {
    for (const [stated, counted] of recount(root)) expect(stated).toEqual(counted);
    const sums = recount(root).map(([, counted]) => counted);
    expect(root.attributes).toMatchObject({
      tests: String(sums.reduce((sum, each) => sum + Number(each.tests), 0)),
      failures: '2',
      errors: '0',
    });
  });

  it('has a test for each rule on each scanned page', () => {
    for (const ruleId of made.configuration.ruleIds) {
      expect(
        suite(root, ruleId)
          ?.children.map(({ attributes }) => attributes.name)
          .toSorted(),
      ).toEqual(
        [
          'https://shop.example/',
          'https://shop.example/blog/?page=2',
          'https://shop.example/about.html',
        ].toSorted(),
      );
    }
  });

  it('fails exactly the tests that the gate counts', () => {
    const counted = findings.filter((finding) => isGateFailure(made, finding));
    expect(tests(root, 'failure').toSorted()).toEqual(
      [...new Set(counted.map(({ ruleId, node }) => `accessibility.${ruleId} ${node.url}`))].toSorted(),
    );
    expect(counted).toHaveLength(2);
    const [failed] = suite(root, 'image-alt')?.children.filter((test) => has(test, 'failure')) ?? [];
    expect(failed?.children[0]?.attributes).toEqual({
      type: 'critical',
      message: 'Images must have alternative text (1 that the gate counts)',
    });
    expect(failed?.children[0]?.text).toContain('- critical, new: Contrast 3.1:1');
  });

  it('reports findings that do not count without failing', () => {
    const [label] = suite(root, 'label')?.children.filter((test) => has(test, 'system-out')) ?? [];
    expect(label?.children.map(({ name }) => name)).toEqual(['system-out']);
    expect(label?.children[0]?.text).toContain(`suppressed by ${SUPPRESSION}`);
    expect(suite(root, 'color-contrast (needs review)')?.attributes).toMatchObject({
      tests: '1',
      failures: '0',
    });
  });

  it('skips rules that did not run and pages that were not scanned', () => {
    expect(tests(root, 'skipped')).toEqual([
      'accessibility.pages https://shop.example/gone',
      'accessibility.target-size https://shop.example/',
      'accessibility.target-size https://shop.example/blog/?page=2',
      'accessibility.target-size https://shop.example/about.html',
    ]);
  });

  it('has no failure without failOn', async () => {
    const plain = report({
      overrides: ({ scan }) => ({
        gate: { result: null, reasons: [], counted: null },
        scan: { ...scan, config: { rules: ['wcag-aa'], priority: 'normal' } },
      }),
    });
    const alone = parseXml(await write(plain));
    expect(alone.attributes).toMatchObject({ failures: '0', errors: '0' });
    expect(suite(alone, 'gate')).toBeUndefined();
    expect(tests(alone, 'system-out').length).toBeGreaterThan(0);
  });

  it('has an error if the gate is inconclusive', async () => {
    const message = 'Only 40 % of the pages were scanned.';
    const undecided = report({
      overrides: () => ({
        gate: {
          result: 'inconclusive',
          reasons: [{ code: 'low-coverage', result: 'inconclusive', message, count: 3 }],
          counted: { findings: 0, new: 0, suppressed: 0, engine: 0 },
        },
      }),
    });
    const xml = await write(undecided);
    expect(await junitFaults(xml)).toEqual([]);
    const read = parseXml(xml);
    expect(read.attributes).toMatchObject({ failures: '0', errors: '1' });
    expect(suite(read, 'gate')?.children[0]?.children[0]).toMatchObject({
      name: 'error',
      attributes: { message },
    });
  });

  it('fails the test of the gate if the findings that made it fail are not stored', async () => {
    const read = parseXml(await write(report({ findings: [] })));
    expect(tests(read, 'failure')).toEqual(['accessibility.gate gate']);
    expect(read.attributes.failures).toBe('1');
    for (const [stated, counted] of recount(read)) expect(stated).toEqual(counted);
  });
});
