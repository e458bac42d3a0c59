import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderMail } from '../../../formats/mail/render-mail.ts';
import { shareDashboardBrowser } from '../../support/dashboard/browser.ts';
import { listAxeRules, runRulesIn } from '../../support/dashboard/scan-screens.ts';
import { hostileMessage, sampleMessages } from '../../support/sample-messages.ts';

// One width and one color scheme, and axe-core alone; `accessibility.all.test.ts` scans them in all conditions.
const unsubscribe = { kind: 'alerts', url: 'https://scans.example.com/unsubscribe#token' } as const;
const rules = listAxeRules(['wcag-aaa', 'best-practice']);
const mails = Object.entries({ ...sampleMessages, hostile: hostileMessage }).map(([name, message]) => ({
  name,
  html: renderMail(message, unsubscribe).html,
}));

let page: Page;
beforeAll(async () => {
  page = await (await shareDashboardBrowser()).newPage();
  await page.setViewport({ width: 320, height: 900 });
});
afterAll(() => page?.browserContext().close());

it.each(mails)('axe-core finds nothing in the mail, 320 pixels wide: $name', async ({ html }) => {
  await page.setContent(html);
  expect(await runRulesIn(page, rules)).toEqual({ violations: [], reviews: [] });
});
