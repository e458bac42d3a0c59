import type { FoundLinks } from '../../core/crawl/found-links.ts';
import type { ElementFacts, ElementMarkup } from '../../core/findings/element-facts.ts';
import { redactQueries } from '../../core/redaction/redact-queries.ts';
import { REDACTED } from '../../core/redaction/secret-names.ts';
import type { ChunkEvents } from '../../core/scans/chunk.ts';
import { DETAIL_LENGTH_MAX, FINAL_URL_LENGTH_MAX } from '../../core/scans/messages.ts';
import type { PageResult, SelectorPath } from '../../core/scans/page-result.ts';
import type { Credentials } from '../../core/sites/credentials.ts';
import { truncate } from '../../core/text/line.ts';
import { resultLimits, type WireNode } from '../page/in-page/wire-results.ts';
import { sanitizeText } from '../page/sanitize-text.ts';
import { redactElement, redactMarkup } from './redact-element.ts';
import { type RedactedNode, redactNode } from './redact-node.ts';
import { listSecretVariants } from './secret-variants.ts';
import { redactSelector } from './selector.ts';
import { TextFinder } from './text-finder.ts';

/**
 * Redacts data of a page that must not be stored: echoes of credentials, typed text, nonces, and values in URLs that
 * look secret.
 */
export interface Redaction {
  /**
   * Returns a redacted result. Findings, frames and markups stay unchanged: they are redacted when they are read,
   * because fingerprints and pictures are created from them while the page is open.
   */
  result(result: PageResult): PageResult;
  /** Returns what is stored of a node that axe reported. */
  node(node: WireNode): RedactedNode;
  /** Returns the selectors of an element or a frame as they are stored. */
  path(path: SelectorPath): SelectorPath;
  /** Returns redacted facts that identify an element. */
  element(facts: ElementFacts): ElementFacts;
  markup(markup: ElementMarkup): ElementMarkup;
  /** Redacts only echoes of credentials in a text, such as a URL that identifies a page. */
  text(text: string): string;
  /** Redacts a text for users: echoes of credentials, and values in URLs that look secret. */
  prose(text: string): string;
  /** Returns true if a text echoes credentials. */
  echoes(text: string): boolean;
  /** Omits links that contain a credential, because they must not be stored and do not work without it. */
  links(links: FoundLinks): FoundLinks;
}

/** Creates the redaction of a chunk. */
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
      // Redaction can lengthen a text, and the receiver refuses texts that are too long.
      finalUrl: given.finalUrl === null ? null : truncate(prose(given.finalUrl), FINAL_URL_LENGTH_MAX),
      title: given.title === null ? null : prose(given.title),
      contentType: given.contentType === null ? null : prose(given.contentType),
      detail: truncate(prose(given.detail), DETAIL_LENGTH_MAX),
      failedScripts: given.failedScripts.map(prose),
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

/** Returns event handlers that redact all data before they pass it to the given handlers. */
export function redactEvents(events: ChunkEvents, redaction: Redaction): ChunkEvents {
  const redactFinalUrl = (finalUrl: string | null) => {
    const redacted = finalUrl === null ? null : redaction.text(finalUrl);
    // A truncated URL could be that of another page.
    return redacted !== null && redacted.length > FINAL_URL_LENGTH_MAX ? null : redacted;
  };
  return {
    pageStarted: (page) => events.pageStarted(page),
    picture: (id, bytes) => events.picture(id, bytes),
    pageFinished: (result, links, finalUrl) =>
      events.pageFinished(redaction.result(result), redaction.links(links), redactFinalUrl(finalUrl)),
    pageDeferred: (page, deferral) =>
      events.pageDeferred(page, {
        ...deferral,
        detail: truncate(redaction.prose(deferral.detail), DETAIL_LENGTH_MAX),
      }),
  };
}
