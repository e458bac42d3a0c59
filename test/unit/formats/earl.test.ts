import jsonld from 'jsonld';
import { describe, expect, it } from 'vitest';
import { toReportSource } from '../../../core/reports/report-source.ts';
import { renderEarl } from '../../../formats/earl/earl.ts';
import { report, SUPPRESSION, textOf } from './report.ts';

const EARL = 'http://www.w3.org/ns/earl#';
const PTR = 'http://www.w3.org/2009/pointers#';
const DCT = 'http://purl.org/dc/terms/';

/** The terms of EARL 1.0 (https://www.w3.org/TR/EARL10-Schema/) and of Pointer Methods in RDF. */
const terms = new Set([
  ...[
    'Assertion',
    'Assertor',
    'Software',
    'TestSubject',
    'TestCriterion',
    'TestCase',
    'TestRequirement',
    'TestResult',
  ].map((each) => EARL + each),
  ...['assertedBy', 'subject', 'test', 'result', 'mode', 'outcome', 'pointer', 'info'].map(
    (each) => EARL + each,
  ),
  ...['CSSSelectorPointer', 'expression', 'reference'].map((each) => PTR + each),
  ...['title', 'description', 'date', 'hasVersion', 'isPartOf', 'source'].map((each) => DCT + each),
]);
const outcomes = ['passed', 'failed', 'cantTell', 'inapplicable', 'untested'].map((each) => EARL + each);

interface Node {
  '@id'?: string;
  '@type'?: string[];
  [property: string]: unknown;
}

const made = report();
const nodes: Node[] = await jsonld.expand(JSON.parse(await textOf(renderEarl(toReportSource(made)))));
const typed = (type: string) => nodes.filter((node) => node['@type']?.includes(EARL + type));
const only = (node: Node, property: string): Node => {
  const values = node[EARL + property];
  if (!Array.isArray(values) || values.length !== 1) throw new Error(`${property} is not there once`);
  return values[0];
};

function everyTerm(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(everyTerm);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === '@type') return Array.isArray(inner) ? inner : [];
    return key.startsWith('@') ? [] : [key, ...everyTerm(inner)];
  });
}

describe('the report as EARL', () => {
  it('uses only terms that EARL, Pointers and Dublin Core have', () => {
    expect([...new Set(everyTerm(nodes))].filter((term) => !terms.has(term))).toEqual([]);
  });

  it('has one assertor, subject, test, mode and result in each assertion, which the file describes', () => {
    const described = new Set(nodes.map((node) => node['@id']));
    const assertions = typed('Assertion');
    expect(assertions.length).toBeGreaterThan(0);
    for (const assertion of assertions) {
      for (const property of ['assertedBy', 'subject', 'test']) {
        expect(described).toContain(only(assertion, property)['@id']);
      }
      expect(only(assertion, 'mode')['@id']).toBe(`${EARL}automatic`);
      expect(outcomes).toContain(only(only(assertion, 'result'), 'outcome')['@id']);
    }
  });

  it('states the result of each rule on each page', () => {
    const said = new Set(
      typed('Assertion').map((assertion) => {
        const { '@id': outcome = '' } = only(only(assertion, 'result'), 'outcome');
        const rule = only(assertion, 'test')['@id']?.split('/').at(-1);
        return `${only(assertion, 'subject')['@id']} ${rule} ${outcome.slice(EARL.length)}`;
      }),
    );
    const words = {
      failed: 'failed',
      review: 'cantTell',
      passed: 'passed',
      inapplicable: 'inapplicable',
      'not-run': 'untested',
    };
    const expected = made.pages.flatMap(({ requestedUrl, rules }) =>
      rules.map(({ ruleId, result }) => `${requestedUrl} ${ruleId} ${words[result]}`),
    );
    // A rule that failed for one element and could not decide about another has both results.
    expected.push('https://shop.example/ color-contrast cantTell');
    expect([...said].toSorted()).toEqual(expected.toSorted());
    expect(new Set([...said].map((each) => each.split(' ')[2]))).toEqual(
      new Set(['failed', 'passed', 'inapplicable', 'untested', 'cantTell']),
    );
  });

  it('points to the elements that failed, with their states', () => {
    const images = typed('Assertion').filter(
      (each) =>
        only(each, 'test')['@id']?.endsWith('/image-alt') &&
        only(each, 'subject')['@id'] === 'https://shop.example/',
    );
    expect(images).toHaveLength(1);
    const result = only(images[0] ?? {}, 'result');
    const pointers = result[`${EARL}pointer`] as Node[];
    expect(pointers.map((pointer) => pointer[`${PTR}expression`])).toEqual([
      [{ '@value': '#hero' }],
      [{ '@value': '#logo' }],
      [{ '@value': '#logo:nth-child(2)' }],
    ]);
    expect(result[`${EARL}info`]).toEqual([{ '@value': 'new 1, unchanged 2' }]);
  });

  it('includes suppressed failures, because a suppression does not make a test pass', () => {
    expect(made.suppressions.map(({ id }) => id)).toEqual([SUPPRESSION]);
    const label = typed('Assertion').find(
      (each) =>
        only(each, 'test')['@id']?.endsWith('/label') &&
        only(each, 'subject')['@id'] === 'https://shop.example/',
    );
    const result = only(label ?? {}, 'result');
    expect(only(result, 'outcome')['@id']).toBe(`${EARL}failed`);
    expect(result[`${EARL}info`]).toEqual([{ '@value': 'unchanged 1, suppressed 1' }]);
  });

  it('links rules to success criteria by their anchors in WCAG', () => {
    const rule = typed('TestCase').find((node) => node['@id']?.endsWith('/color-contrast'));
    expect(rule?.[`${DCT}isPartOf`]).toEqual([{ '@id': 'https://www.w3.org/TR/WCAG22/#contrast-minimum' }]);
    expect(typed('TestRequirement').map((node) => node['@id'])).toContain(
      'https://www.w3.org/TR/WCAG22/#contrast-minimum',
    );
  });
});
