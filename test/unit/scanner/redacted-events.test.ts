import { expect, it } from 'vitest';
import type { Deferral } from '../../../core/scans/chunk.ts';
import { createRedaction, redactEvents } from '../../../scanner/redact/redact-result.ts';

it('logs a deferred page without credentials and without text that looks secret', async () => {
  const deferrals: Deferral[] = [];
  const events = redactEvents(
    {
      pageStarted: async () => undefined,
      picture: async () => undefined,
      pageFinished: async () => undefined,
      pageDeferred: async (_page, deferral) => {
        deferrals.push(deferral);
      },
    },
    createRedaction({
      origin: 'https://a.example',
      headers: { 'X-Token': 's3cret-value' },
      cookies: [],
      basic: null,
    }),
  );
  const detail = 'https://a.example/?token=1&b=s3cret-value answered 429.';
  const deferral = { retryAfterSeconds: 5, outcome: 'rate-limited', detail } as const;
  const page = { pageId: 'page_1', url: 'https://a.example/', attempt: 1, identity: '/' };
  await events.pageDeferred(page, deferral);
  expect(deferrals).toEqual([
    { ...deferral, detail: 'https://a.example/?token=[redacted]&b=[redacted] answered 429.' },
  ]);
});
