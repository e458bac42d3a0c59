import { describe, expect, it } from 'vitest';
import { negotiateMediaType } from '../../../adapters/http/accept.ts';

describe('the preferred type', () => {
  it.each([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['text/html', 'text/html'],
    ['text/*', 'text/html'],
    ['application/*', 'application/json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
    ['text/html;q=0.5, application/json', 'application/json'],
    ['application/json;q=0.1, text/html;q=0.2', 'text/html'],
    ['text/html, application/json', 'application/json'],
    ['application/json;q=0, */*', 'text/html'],
    ['TEXT/HTML; level=1', 'text/html'],
    ['application/pdf', undefined],
    ['*/*;q=0', undefined],
    ['text/html;q=2', undefined],
    ['nonsense', undefined],
  ])('of Accept: %s is %s', (header, type) => {
    expect(negotiateMediaType(header, ['application/json', 'text/html'])).toBe(type);
  });
});
