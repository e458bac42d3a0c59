import { HtmlValidate } from 'html-validate';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditActions } from '../../../core/audit/audit-entry.ts';
import { buildDashboard } from '../../../dashboard/build.ts';
import { bracketTexts, CLOSE, OPEN } from '../../support/dashboard/bracketed-texts.ts';
import { shareDashboardBrowser } from '../../support/dashboard/browser.ts';
import { accounts } from '../../support/dashboard/fake-data.ts';
import { type FakeService, startFakeService } from '../../support/dashboard/fake-service.ts';
import { visitScreen } from '../../support/dashboard/open-screen.ts';
import type { DataState, TestedScreen } from '../../support/dashboard/screens.ts';

let service: FakeService;
let page: Page;
/** Every text in an answer of the service: it is data, not a text of the dashboard. */
const data = new Set<string>(auditActions);
const answers: Promise<void>[] = [];

function collectTexts(value: unknown): void {
  if (typeof value === 'string') data.add(value);
  else if (value !== null && typeof value === 'object') Object.values(value).forEach(collectTexts);
}

/** Returns what people read or hear: texts, names and hints of elements, and the title. Code and times are data. */
const READ_TEXTS = `(() => {
  const texts = document.title.split(' – ');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent.closest('noscript, script, code, pre, time')) texts.push(walker.currentNode.data);
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [alt], [placeholder], [data-label]')) {
    for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'data-label']) {
      if (element.hasAttribute(name)) texts.push(element.getAttribute(name));
    }
  }
  return texts;
})()`;

const innermost = new RegExp(`${OPEN}[^${OPEN}${CLOSE}]*${CLOSE}`, 'g');

/** Returns what remains of a text without the texts of the catalogue, including the data in them. */
function removeBracketed(text: string): string {
  const shorter = text.replace(innermost, '');
  return shorter === text ? text.trim() : removeBracketed(shorter);
}

const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: {
    // Browsers drop the roles of a table whose layout is changed by styles.
    'no-redundant-role': 'off',
    // Names that people chose may be long.
    'long-title': 'off',
    // The browser writes the document.
    'attribute-boolean-style': 'off',
    'no-trailing-whitespace': 'off',
  },
});

/** Returns the markup of the page as the browser holds it, without what only browsers without scripts show. */
const READ_MARKUP = `(() => {
  const copy = document.documentElement.cloneNode(true);
  copy.querySelector('noscript').remove();
  return '<!DOCTYPE html>' + copy.outerHTML;
})()`;

/** Defines a test for each case: that it shows texts of the catalogue only, and valid markup. */
export function testTexts(cases: readonly { name: string; screen: TestedScreen; state: DataState }[]): void {
  beforeAll(async () => {
    service = await startFakeService(await buildDashboard({ plugins: [bracketTexts] }));
    page = await (await shareDashboardBrowser()).newPage();
    page.on('response', (response) => {
      // The body of an answer is lost if the page is left before the browser has passed it on.
      if (response.url().includes('/api/')) answers.push(response.json().then(collectTexts, () => {}));
    });
  });
  afterAll(async () => {
    await page?.browserContext().close();
    await service?.close();
  });

  it.each(cases)('has texts of the catalogue only, and valid markup: $name, $state', async (each) => {
    await visitScreen(page, service.origin + each.screen.path(accounts[each.state]));
    const texts = (await page.evaluate(READ_TEXTS)) as string[];
    const html = (await page.evaluate(READ_MARKUP)) as string;
    await Promise.all(answers);
    expect(texts.filter((text) => text.includes(OPEN)).length).toBeGreaterThan(8);
    const missing = texts.map(removeBracketed).filter((text) => /\p{L}/u.test(text) && !data.has(text));
    const { results } = await validator.validateString(html);
    const faults = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message }) => [ruleId, message]),
    );
    expect({ missing, faults }).toEqual({ missing: [], faults: [] });
  });
}
