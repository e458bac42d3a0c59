import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDashboard } from '../../../dashboard/build.ts';
import {
  type DashboardBrowser,
  launchDashboardBrowser,
  watchErrors,
} from '../../support/dashboard/browser.ts';
import { accounts } from '../../support/dashboard/fake-data.ts';
import { type FakeService, startFakeService } from '../../support/dashboard/fake-service.ts';
import { openScreen } from '../../support/dashboard/open-screen.ts';
import { openedParts, openPart } from '../../support/dashboard/opened-parts.ts';
import {
  chooseRuleIds,
  runRulesIn,
  type ScreenFindings,
  scanScreens,
} from '../../support/dashboard/scan-screens.ts';
import { getCasePath, listCases, screens, widths } from '../../support/dashboard/screens.ts';

const resolve = createRequire(import.meta.url).resolve;
const root = join(import.meta.dirname, '..', '..', '..');
const RESULTS = 'dashboard/accessibility-results.json';

/** Results that need review, with the reason why a person accepted them: rule, and the begin of the elements. */
const acceptedReviews: readonly { rule: string; element: string; reason: string }[] = [
  {
    rule: 'a11y-unnamed-graphic',
    element: '<svg aria-hidden="true" viewBox="0 0 720 180"',
    reason: 'The chart of the usage is hidden, because the table below it has its numbers.',
  },
  {
    rule: 'a11y-generic-label',
    element: '<select id="field-label" name="label">',
    reason: 'The field chooses one of the labels of the sites.',
  },
  {
    rule: 'a11y-unlinked-error',
    element: '<div class="notice error">',
    reason: 'It says that deliveries fail, and not that a field is wrong.',
  },
];

let service: FakeService;
let browser: DashboardBrowser;
let page: Page;
const cases = listCases();
const findings: ScreenFindings[] = [];
/** Scans of open dialogs and errors. */
let interactiveScans = 0;
let ibmViolations = 0;
/** Errors that the tab reported: exceptions, violations of the policy. */
const errors: string[] = [];

beforeAll(async () => {
  service = await startFakeService(await buildDashboard());
  browser = await launchDashboardBrowser();
  page = await browser.newPage();
  watchErrors(page, errors);
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

const show = ({ scan, outcome, violations, reviews }: ScreenFindings) => ({
  screen: scan.screen.name,
  conditions: `${scan.theme}, ${scan.width} px, ${scan.state}`,
  outcome,
  violations,
  reviews: reviews.filter(
    (review) => !acceptedReviews.some(({ rule, element }) => review.startsWith(`${rule}: ${element}`)),
  ),
});
const withFaults = (some: readonly ScreenFindings[]) =>
  some
    .map(show)
    .filter(
      ({ outcome, violations, reviews }) =>
        outcome !== 'scanned' || violations.length > 0 || reviews.length > 0,
    );

describe('the screens, scanned by this service', () => {
  const combinations = (['light', 'dark'] as const).flatMap((theme) =>
    widths.map((width) => [theme, width] as const),
  );
  it.each(combinations)('have no violation and no open review, %s, %i px', async (theme, width) => {
    const some = cases.filter((each) => each.theme === theme && each.width === width);
    const found = await scanScreens(service, some, (scan) => chooseRuleIds(scan, cases));
    findings.push(...found);
    expect(withFaults(found)).toEqual([]);
  });

  it.each(widths)('have none with forced colors, %i px', async (width) => {
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([{ name: 'forced-colors', value: 'active' }]);
    const found: ScreenFindings[] = [];
    for (const scan of cases.filter((each) => each.theme === 'forced' && each.width === width)) {
      await openScreen(page, service.origin + getCasePath(scan));
      found.push({ scan, outcome: 'scanned', ...(await runRulesIn(page)) });
    }
    await page.emulateMediaFeatures([]);
    findings.push(...found);
    expect(withFaults(found)).toEqual([]);
  });

  it.each(openedParts)('have none with $name', async (part) => {
    await openPart(page, service, part);
    interactiveScans += 1;
    expect(await runRulesIn(page)).toEqual({ violations: [], reviews: [] });
  });
});

describe("the screens, scanned by IBM's engine", () => {
  let ace: string;
  beforeAll(async () => {
    ace = await readFile(resolve('accessibility-checker-engine/ace.js'), 'utf8');
    await page.setViewport({ width: 1280, height: 900 });
  });

  it.each(screens)('have no violation: $name', async ({ path }) => {
    errors.length = 0;
    await openScreen(page, service.origin + path(accounts.full));
    await page.evaluate(ace);
    const { faults, passed } =
      (await page.evaluate(`new ace.Checker().check(document, ['IBM_Accessibility', 'WCAG_2_2'])
      .then(({ results }) => ({
        passed: results.filter(({ value }) => value[1] === 'PASS').length,
        faults: results.filter(({ value }) => value[0] === 'VIOLATION' && value[1] === 'FAIL')
          .map(({ ruleId, message, path, snippet }) => [ruleId, message, path.dom, snippet]),
      }))`)) as { faults: unknown[]; passed: number };
    ibmViolations += faults.length;
    expect(faults).toEqual([]);
    expect(passed).toBeGreaterThan(20);
    expect(errors).toEqual([]);
  });
});

describe('the accessibility statement', () => {
  it('has the numbers of these tests; -u writes them', async (context) => {
    if (findings.length < cases.length) context.skip('needs all scans of this file');
    const written = JSON.parse(await readFile(join(root, RESULTS), 'utf8')) as Record<string, unknown>;
    const { version } = JSON.parse(
      await readFile(resolve('accessibility-checker-engine/package.json'), 'utf8'),
    ) as { version: string };
    const current = {
      axe: axe.version,
      ibm: version,
      screens: screens.length,
      scans: findings.length + interactiveScans,
      violations: findings.reduce((sum, { violations }) => sum + violations.length, 0),
      reviews: findings.reduce((sum, { reviews }) => sum + reviews.length, 0),
      ibmViolations,
    };
    const { date, ...others } = written;
    const { snapshotState } = expect.getState();
    const isUpdate = (snapshotState as unknown as { _updateSnapshot: string })._updateSnapshot === 'all';
    if (isUpdate && JSON.stringify(others) !== JSON.stringify(current)) {
      const next = { date: new Date().toISOString().slice(0, 10), ...current };
      await writeFile(join(root, RESULTS), `${JSON.stringify(next, null, 2)}\n`);
      return;
    }
    expect(others).toEqual(current);
    expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });
});
