import type { FoundLinks } from '../../core/crawl/found-links.ts';
import type { ElementFacts, ElementMarkup } from '../../core/findings/element-facts.ts';
import { redactQueries } from '../../core/redaction/redact-queries.ts';
import { REDACTED } from '../../core/redaction/secret-names.ts';
import type { ChunkEvents } from '../../core/scans/chunk.ts';
import type { PageResult, SelectorPath } from '../../core/scans/page-result.ts';
import type { Credentials } from '../../core/sites/credentials.ts';
import { resultLimits, type WireNode } from '../page/in-page/wire-results.ts';
import { sanitizeText } from '../page/sanitize-text.ts';
import { redactElement, redactMarkup } from './redact-element.ts';
import { type RedactedNode, redactNode } from './redact-node.ts';
import { listSecretVariants } from './secret-variants.ts';
import { redactSelector } from './selector.ts';
import { TextFinder } from './text-finder.ts';

/**
 * Takes out of what a page gave whatever must not be stored: what echoes credentials, what people typed, nonces, and
 * what looks secret in URLs.
 */
export interface Redaction {
  /**
   * A result, all but its findings, frames and markups: these are redacted where they are made, for fingerprints and
   * pictures are made of them while the page is open.
   */
  result(result: PageResult): PageResult;
  /** Returns what is stored of a node that axe reported. */
  node(node: WireNode): RedactedNode;
  /** Returns the selectors of an element or a frame as they are stored. */
  path(path: SelectorPath): SelectorPath;
  /** What is read of an element to tell it from others. */
  element(facts: ElementFacts): ElementFacts;
  markup(markup: ElementMarkup): ElementMarkup;
  /** A text that must stay what it is but for echoes of credentials, such as a URL by which pages are told apart. */
  text(text: string): string;
  /** A text for people: echoes of credentials, and what looks secret in its URLs. */
  prose(text: string): string;
  /** Whether a text echoes credentials. */
  echoes(text: string): boolean;
  /** Links: one that holds a credential is left out, for it can be neither stored nor opened without. */
  links(links: FoundLinks): FoundLinks;
}

/** Made once a chunk. */
export function createRedaction(credentials: Credentials | undefined): Redaction {
  const finder = credentials === undefined ? undefined : new TextFinder(listSecretVariants(credentials));
  const text = (value: string) => (finder === undefined ? value : replaceFound(value, finder));
  const prose = (value: string) => (value === '' ? '' : redactQueries(text(value)));
  const echoes = (value: string) => finder !== undefined && finder.find(value).length > 0;
  const selector = (value: string) => prose(redactSelector(sanitizeText(value, resultLimits.selector)));
  const path = (given: SelectorPath): SelectorPath =>
    given.map((part) => (typeof part === 'string' ? selector(part) : part.map(selector)));

  return {
    text,
    prose,
    echoes,
    path,
    element: (given) => redactElement(given, prose),
    markup: (given) => redactMarkup(given, prose),
    node: (given) => redactNode(given, { path, prose }),
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
    }),
    links(given) {
      const urls = given.urls.filter((url) => !echoes(url));
      const risky = given.risky.filter((url) => !echoes(url));
      return { urls, risky, cut: given.cut + given.urls.length - urls.length };
    },
  };
}

function replaceFound(text: string, finder: TextFinder): string {
  let redacted = '';
  let copiedTo = 0;
  for (const [from, to] of finder.find(text)) {
    redacted += text.slice(copiedTo, from) + REDACTED;
    copiedTo = to;
  }
  return redacted + text.slice(copiedTo);
}

/** The same events, told of nothing that must not be stored. */
export function redactEvents(events: ChunkEvents, redaction: Redaction): ChunkEvents {
  return {
    pageStarted: (page) => events.pageStarted(page),
    picture: (id, bytes) => events.picture(id, bytes),
    pageFinished: (result, links, finalUrl) =>
      events.pageFinished(
        redaction.result(result),
        redaction.links(links),
        finalUrl === null ? null : redaction.text(finalUrl),
      ),
    pageDeferred: (page, deferral) =>
      events.pageDeferred(page, { ...deferral, detail: redaction.prose(deferral.detail) }),
  };
}
