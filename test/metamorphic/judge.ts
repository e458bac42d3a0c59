import { isScanned } from '../../core/scans/page-outcome.ts';
import type { PageResult } from '../../core/scans/page-result.ts';
import { type Site, scan, serve } from '../integration/scanner/harness.ts';
import { ADDED, type Transformation, transform } from './transformations.ts';

/** A page that is judged with and without what surrounds its content. */
export interface KnownPage {
  name: string;
  /** The rules that judge it. */
  rules: readonly string[];
  /** A whole document. */
  html: string;
  /** Other documents that it loads, by path. */
  files?: Parameters<typeof serve>[0];
}

/** What the rules said about a page. */
export interface Verdict {
  /** Rules and kinds with the opening tags of their elements, sorted: these do not depend on what is around. */
  findings: readonly string[];
  /** Rules and kinds of findings at what the transformation added. */
  elsewhere: readonly string[];
  /** The rules that were said to be not tested, on the page or on a part of it. */
  open: ReadonlySet<string>;
  isScanned: boolean;
  /** For messages: the outcome of the page. */
  outcome: string;
}

/** How the verdict of a transformed page differs. */
export interface Difference {
  page: KnownPage;
  transformation: string;
  lost: readonly string[];
  gained: readonly string[];
  verdict: Verdict;
}

/** One rule of axe, and one check of the service itself, which the results of others must not depend on. */
const sentinels = ['document-title', 'a11y-empty-paragraph'];

/** Scans pages, and returns their verdicts in the same order. */
export async function judge(pages: readonly KnownPage[]): Promise<Verdict[]> {
  const paths = pages.map((_, index) => `/page-${index}`);
  const site: Site = await serve({
    ...Object.assign({}, ...pages.map(({ files }) => files ?? {})),
    ...Object.fromEntries(pages.map(({ html }, index) => [paths[index], toServed(html)])),
  });
  try {
    const verdicts: Verdict[] = [];
    for (const [names, ofRules] of Map.groupBy(pages.entries(), ([, page]) => page.rules.join(' '))) {
      const urls = ofRules.map(([index]) => site.url(paths[index] ?? ''));
      const rules = names.split(' ');
      // Every rule set has rules of axe, which find the frames, and checks of the service itself.
      const { results } = await scan(urls, { ruleIds: [...new Set([...sentinels, ...rules])] });
      const byUrl = new Map(results.map((result) => [result.requestedUrl, result]));
      for (const [at, [index]] of ofRules.entries()) {
        const result = byUrl.get(urls[at] ?? '');
        if (result === undefined) throw new Error(`${urls[at]} was not scanned`);
        verdicts[index] = toVerdict(rules, result);
      }
    }
    return verdicts;
  } finally {
    await site.close();
  }
}

/** Returns the differences that transformations make. */
export async function compare(
  pages: readonly KnownPage[],
  transformations: readonly Transformation[],
): Promise<Difference[]> {
  const changed = pages.flatMap((page, index) =>
    transformations.map((transformation) => {
      // Transformed pages have files of their own; `judge` serves each page by its position.
      const path = `/files/${index}/${transformation.name.replaceAll(' ', '-')}`;
      const { html, files } = transform(transformation, page.html, path);
      return {
        page,
        transformation: transformation.name,
        changed: { ...page, html, files: { ...page.files, ...files } },
      };
    }),
  );
  const [before, after] = [await judge(pages), await judge(changed.map((each) => each.changed))];
  const verdicts = new Map(pages.map((page, index) => [page, before[index] as Verdict]));
  return changed.flatMap(({ page, transformation }, index) => {
    const [was, is] = [verdicts.get(page) as Verdict, after[index] as Verdict];
    const lost = subtract(was.findings, is.findings).filter(
      (finding) => !is.open.has(finding.split(' ')[0] ?? ''),
    );
    if (was.isScanned && !is.isScanned) lost.push('the whole page');
    const gained = subtract(is.findings, was.findings);
    return lost.length + gained.length === 0 ? [] : [{ page, transformation, lost, gained, verdict: is }];
  });
}

function toVerdict(
  tested: readonly string[],
  { outcome, detail, rules, findings, framesNotJudged }: PageResult,
): Verdict {
  const all = findings
    .filter(({ ruleId }) => tested.includes(ruleId))
    .flatMap(({ ruleId, kind, nodes }) => nodes.map(({ html }) => `${ruleId} ${kind} ${getTag(html)}`));
  const [added = [], found = []] = [true, false].map((isAdded) =>
    all.filter((finding) => finding.includes(ADDED) === isAdded),
  );
  const hasRun = new Set(rules.flatMap(({ ruleId, result }) => (result === 'not-run' ? [] : ruleId)));
  const isOpen = outcome === 'partially-scanned' || framesNotJudged > 0;
  return {
    findings: found.sort(),
    elsewhere: added,
    isScanned: isScanned(outcome),
    open: new Set(tested.filter((rule) => isOpen || !hasRun.has(rule))),
    outcome: `${outcome}: ${detail}`,
  };
}

/** XHTML is served as such. */
function toServed(html: string): Parameters<typeof serve>[0][string] {
  if (!html.startsWith('<?xml')) return html;
  return (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/xhtml+xml; charset=utf-8' });
    response.end(html);
  };
}

/**
 * Returns the opening tag in the markup of an element: of those that transformations change, without attributes, and
 * as HTML writes them.
 */
function getTag(html: string): string {
  const tag = /^<(?:[^>"']|"[^"]*"|'[^']*')*>/.exec(html)?.[0] ?? html;
  return tag
    .replace(/ xmlns="[^"]*"/g, '')
    .replace(/ ?\/>$/, '>')
    .replace(/^<(html|body|main)\b.*/s, '<$1>');
}

/** Returns the elements of a list without those of another one, each as often as it is there. */
function subtract(list: readonly string[], other: readonly string[]): string[] {
  const rest = [...other];
  return list.filter((each) => {
    const at = rest.indexOf(each);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}
