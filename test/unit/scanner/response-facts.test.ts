import { describe, expect, it } from 'vitest';
import type { DocumentWatch } from '../../../scanner/page/document-watch.ts';
import { collectResponseFacts, type ResponseContext } from '../../../scanner/page/response-facts.ts';

/** Returns the facts of a document from `documentUrl`, as the network reports it: without its fragment. */
function factsOf(asked: Partial<ResponseContext>, documentUrl: string) {
  const response = { status: 200, statusText: 'OK', headers: {}, mimeType: 'text/html' };
  const watch = {
    latest: () => ({ url: documentUrl, response, netError: null }),
    tooLarge: () => false,
  } as unknown as DocumentWatch;
  const job = { url: 'https://example.com/', egressFailure: () => undefined, ...asked };
  return collectResponseFacts(job, watch, false, false, 0);
}

describe('the URL of a document', () => {
  it.each([
    ['https://example.com/#/two', true, 'https://example.com/', 'https://example.com/#/two'],
    ['https://example.com/app#!/two', true, 'https://example.com/app', 'https://example.com/app#!/two'],
    ['http://example.com/#/two', true, 'https://www.example.com/', 'https://www.example.com/#/two'],
    ['https://example.com/#/two', false, 'https://example.com/', 'https://example.com/'],
    ['https://example.com/#two', true, 'https://example.com/', 'https://example.com/'],
    ['https://example.com/#/two', true, 'https://example.com/home', 'https://example.com/home'],
    ['https://example.com/#/two', true, 'https://other.example/', 'https://other.example/'],
    ['https://example.com/#/two', true, 'about:blank', 'about:blank'],
  ])('%s with hashRoutes %s that came from %s: %s', (url, hashRoutes, documentUrl, finalUrl) => {
    expect(factsOf({ url, hashRoutes }, documentUrl).finalUrl).toBe(finalUrl);
  });
});

describe('the use of credentials for a document', () => {
  it.each([
    [undefined, 'https://example.com/', false],
    ['https://example.com', 'https://example.com/a', true],
    ['https://example.com', 'http://example.com/a', false],
    ['https://example.com', 'https://www.example.com/a', false],
  ])('those of %s at %s: %s', (credentialsOrigin, documentUrl, given) => {
    expect(factsOf({ credentialsOrigin }, documentUrl).credentialsGiven).toBe(given);
  });
});
