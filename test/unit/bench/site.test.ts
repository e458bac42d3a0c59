import { describe, expect, it } from 'vitest';
import { appearances, buildFaultAttribute, faultMarkup, parseFaultId } from '../../../bench/site/faults.ts';
import { buildPages, kinds, largeSizes, parsePagePath, smallSizes } from '../../../bench/site/pages.ts';
import { createRandom } from '../../../bench/site/random.ts';
import { renderPage } from '../../../bench/site/render.ts';

const specs = buildPages([...smallSizes, ...largeSizes], kinds, 2);
const pages = new Map(specs.map((spec) => [spec, renderPage(spec)]));
const pageOf = (spec: (typeof specs)[number]) => pages.get(spec) ?? expect.unreachable();
const elementsIn = (html: string) => html.match(/<[a-z]/gi)?.length ?? 0;

describe('the site of the benchmark', () => {
  it('renders a page the same every time', () => {
    for (const spec of buildPages(smallSizes, kinds, 2)) expect(renderPage(spec)).toEqual(renderPage(spec));
  });

  it('renders variants with different words', () => {
    const [one, other] = buildPages([150], ['static'], 2).map(renderPage);
    expect(one?.html).not.toBe(other?.html);
  });

  it.each(specs)('gives $path about as many elements as its address says', (spec) => {
    const { html, content, frame } = pageOf(spec);
    const elements = elementsIn(html) + elementsIn(content.join('')) + elementsIn(frame);
    expect(Math.abs(elements - spec.elements)).toBeLessThanOrEqual(Math.max(45, spec.elements * 0.1));
  });

  it.each(specs)('puts every fault of $path at its stated position', (spec) => {
    const page = pageOf(spec);
    const everything = [page.html, page.frame, ...page.content].join('\n').replaceAll('\\"', '"');
    for (const { id, appearance } of page.faults) {
      expect(everything.split(buildFaultAttribute(id))).toHaveLength(2);
      if (appearance === 'script') expect(page.content.join('')).toContain(buildFaultAttribute(id));
      if (appearance === 'frame') expect(page.frame).toContain(buildFaultAttribute(id));
    }
    expect(new Set(page.faults.map(({ id }) => id)).size).toBe(page.faults.length);
  });

  it('plants faults of every rule and every appearance on small pages', () => {
    const planted = buildPages(smallSizes, kinds, 1).flatMap((spec) => renderPage(spec).faults);
    expect(new Set(planted.map(({ rule }) => rule))).toEqual(new Set(Object.keys(faultMarkup)));
    expect(new Set(planted.map(({ appearance }) => appearance))).toEqual(new Set(appearances));
  });

  it('distributes pages of the same weight to one, two and four workers', () => {
    const paths = buildPages([50, 400], ['static', 'busy'], 4);
    const groups = [0, 1].map((group) =>
      paths.filter((_, index) => index % 2 === group).map((page) => page.elements),
    );
    expect(groups[0]).toEqual(groups[1]);
  });

  it('finds a page by its URL, and no page at another URL', () => {
    for (const spec of specs) expect(parsePagePath(spec.path)).toEqual(spec);
    for (const path of ['/', '/static', '/static/50', '/other/50/0', '/static/x/0', '/static/50/0/frame']) {
      expect(parsePagePath(path)).toBeUndefined();
    }
  });
});

describe('the element of a fault', () => {
  it('is identified by its own opening tag only', () => {
    expect(parseFaultId(`<img ${buildFaultAttribute('f7')} src="a.svg">`)).toBe('f7');
    expect(parseFaultId(`<div><img ${buildFaultAttribute('f7')}></div>`)).toBeUndefined();
    expect(parseFaultId('')).toBeUndefined();
  });
});

describe('randomFrom', () => {
  it('returns the same numbers for the same text, from 0 to below 1, and others for another text', () => {
    const take = (text: string) => Array.from({ length: 1_000 }, createRandom(text));
    expect(take('a')).toEqual(take('a'));
    expect(take('a')).not.toEqual(take('b'));
    expect(take('a').every((number) => number >= 0 && number < 1)).toBe(true);
    const mean = take('a').reduce((sum, number) => sum + number, 0) / 1_000;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.05);
  });
});
