import type { FoundLinks } from '../../core/crawl/found-links.ts';
import { redactQueries } from '../../core/redaction/redact-queries.ts';
import { REDACTED } from '../../core/redaction/secret-names.ts';
import type { FindingNode, PageResult } from '../../core/scans/page-result.ts';
import type { Credentials } from '../../core/sites/credentials.ts';
import { soughtOf } from './secret-forms.ts';
import { redactSelector } from './selector.ts';
import { redactSnippet } from './snippet.ts';
import { TextFinder } from './text-finder.ts';

/** Takes out of what a page gave whatever must not be stored. */
export interface Redaction {
  /** A result: what echoes credentials, what people typed, nonces, and what looks secret in URLs. */
  result(result: PageResult): PageResult;
  /** A text that must stay what it is but for echoes of credentials, such as a URL by which pages are told apart. */
  text(text: string): string;
  /** A text for people: echoes of credentials, and what looks secret in its URLs. */
  prose(text: string): string;
  /** Links: one that holds a credential is left out, for it can be neither stored nor opened without. */
  links(links: FoundLinks): FoundLinks;
}

/** Made once a chunk. */
export function redactionOf(credentials: Credentials | undefined): Redaction {
  const finder = credentials === undefined ? undefined : new TextFinder(soughtOf(credentials));
  const text = (value: string) => (finder === undefined ? value : withoutFound(value, finder));
  const prose = (value: string) => redactQueries(text(value));
  const holds = (value: string) => finder !== undefined && finder.find(value).length > 0;
  const selector = (value: string) => prose(redactSelector(value));

  const node = (given: FindingNode): FindingNode => ({
    ...given,
    target: given.target.map((part) => (typeof part === 'string' ? selector(part) : part.map(selector))),
    html: prose(redactSnippet(given.html)),
    fix: {
      any: given.fix.any.map(prose),
      all: given.fix.all.map(prose),
      none: given.fix.none.map(prose),
    },
  });

  return {
    text,
    prose,
    result: (given) => ({
      ...given,
      requestedUrl: prose(given.requestedUrl),
      finalUrl: given.finalUrl === null ? null : prose(given.finalUrl),
      title: given.title === null ? null : prose(given.title),
      contentType: given.contentType === null ? null : prose(given.contentType),
      detail: prose(given.detail),
      rules: given.rules.map((rule) =>
        rule.reason === undefined ? rule : { ...rule, reason: prose(rule.reason) },
      ),
      findings: given.findings.map((finding) => ({ ...finding, nodes: finding.nodes.map(node) })),
    }),
    links(given) {
      const urls = given.urls.filter((url) => !holds(url));
      const risky = given.risky.filter((url) => !holds(url));
      return { urls, risky, cut: given.cut + given.urls.length - urls.length };
    },
  };
}

function withoutFound(text: string, finder: TextFinder): string {
  let redacted = '';
  let kept = 0;
  for (const [from, to] of finder.find(text)) {
    redacted += text.slice(kept, from) + REDACTED;
    kept = to;
  }
  return redacted + text.slice(kept);
}
