import { expect, it } from 'vitest';
import { newId } from '../../../core/ids.ts';
import { chunkMessageSchema } from '../../../core/scans/messages.ts';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';

const now = new Date('2026-11-21T12:00:00Z');
const { screenshots: _screenshots, redactSelectors: _redact, ...settings } = pageSettingsDefault;
/** As it lies in a queue while a version is deployed that knows more. */
const earlier = {
  accountId: newId('acct', now),
  scanId: newId('scan', now),
  correlationId: 'r',
  chunkId: newId('chunk', now),
  priority: 'normal',
  ruleIds: ['label'],
  settings,
  hashRoutes: false,
  pages: [{ pageId: `page_${'a'.repeat(32)}`, url: 'https://www.shop.example:8443/a/?b=1&a=2', attempt: 1 }],
};

it('understands a chunk that was sent before pages had identities and pictures', () => {
  const message = chunkMessageSchema.parse(earlier);
  expect(message.settings).toEqual(pageSettingsDefault);
  expect(message.marks).toEqual([]);
  // As later scans of the same page call it, for which the site's origin makes no difference.
  expect(message.pages[0]?.identity).toBe('/a?a=2&b=1');
});

it('takes the identity that a page is given', () => {
  const [page] = earlier.pages;
  const message = chunkMessageSchema.parse({ ...earlier, pages: [{ ...page, identity: '/named' }] });
  expect(message.pages[0]?.identity).toBe('/named');
});
