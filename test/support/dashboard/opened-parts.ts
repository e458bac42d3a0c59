import type { Page } from 'puppeteer-core';
import { accounts, keyId } from './fake-data.ts';
import { endedScanId } from './fake-results.ts';
import type { FakeService } from './fake-service.ts';
import { visitScreen } from './open-screen.ts';

/** A part of a screen that is shown after a button was pressed. */
export interface OpenedPart {
  name: string;
  /** Path of the screen, without the account. */
  path: string;
  /** Selector of the button. */
  button: string;
  /** Selector of what the button shows. */
  shown: string;
}

/** Parts that the scans of screens do not see: dialogs, errors, the table of a chart. */
export const openedParts: readonly OpenedPart[] = [
  {
    name: 'an open dialog',
    path: `/settings/api-keys/${keyId}`,
    button: 'section.danger button',
    shown: 'dialog[open]',
  },
  {
    name: 'an error summary',
    path: '/settings/api-keys/new',
    button: 'button[type=submit]',
    shown: '.error-summary',
  },
  {
    name: 'the dialog that suppresses an issue group',
    path: `/scans/${endedScanId}?tab=violations`,
    button: 'button[aria-label^="Suppress"]',
    shown: 'dialog[open]',
  },
  {
    name: 'the dialog that decides about a finding',
    path: `/scans/${endedScanId}?tab=needs-review&group=grp_5`,
    button: 'button[aria-label^="Decide"]',
    shown: 'dialog[open] .choice',
  },
  {
    name: 'the table of a chart',
    path: `/settings/api-keys/${keyId}`,
    button: '.chart button',
    shown: '.chart table',
  },
];

/** Opens the screen of a part, and presses the button that shows the part. */
export async function openPart(
  page: Page,
  { origin }: Pick<FakeService, 'origin'>,
  { path, button, shown }: OpenedPart,
): Promise<void> {
  await page.setViewport({ width: 1280, height: 900 });
  await visitScreen(page, `${origin}${path}${path.includes('?') ? '&' : '?'}account=${accounts.full}`);
  await page.waitForSelector(button);
  await page.click(button);
  await page.waitForSelector(shown);
}
