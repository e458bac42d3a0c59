import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../../core/reports/report.ts';
import type { ServiceFile } from './start.ts';

/**
 * Polling interval, which limits the precision of the end time. Six to seven calls per second stay below the limit of
 * one key, ten.
 */
export const LOOK_AGAIN_MS = 150;

/**
 * Scans the demo site through the public API, as `npm start` does. Measures the time from the trigger until the
 * report has been read. Polls more often than `Retry-After` says, to be precise.
 * @returns milliseconds
 * @throws Error if a call fails or a page was not scanned
 */
export async function timeScan({ baseUrl, apiKey, siteId }: ServiceFile): Promise<number> {
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' };
  const start = performance.now();
  const triggered = await fetch(`${baseUrl}/sites/${siteId}/scans`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ config: { rules: ['wcag-aa', 'best-practice'] } }),
  });
  const { id } = (await expectStatus(triggered, 202)) as { id: string };
  for (;;) {
    const answer = await fetch(`${baseUrl}/scans/${id}/report`, { headers });
    if (answer.status !== 202) {
      const { pages } = ((await expectStatus(answer, 200)) as Report).summary;
      const milliseconds = performance.now() - start;
      if (pages.scanned !== pages.known) throw new Error(`only ${pages.scanned} of ${pages.known} pages`);
      return milliseconds;
    }
    await answer.arrayBuffer();
    await sleep(LOOK_AGAIN_MS);
  }
}

async function expectStatus(answer: Response, status: number): Promise<unknown> {
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${answer.url} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}
