import { expect, it } from 'vitest';
import { clobberingNames } from './clobbering-names.ts';
import { page, scan, serve } from './harness.ts';

it('an HTML form whose fields have the name of any DOM member is no fault of the service and hides no violation', async () => {
  const image = '<img src="/x.png" width="40" height="40">';
  const pages = clobberingNames.map((name): [string, string] => {
    const fields = `<a href="/inner">Next</a><input type="password" aria-label="x" name="${name}">`.repeat(2);
    return [`/hiding-${name}`, page(`<form id="box">${image}${fields}</form>`)];
  });
  const site = await serve(Object.fromEntries(pages));
  const { results, links } = await scan(
    pages.map(([path]) => site.url(path)),
    { ruleIds: ['image-alt'], settings: { screenshots: 'all', redactSelectors: ['form'] } },
  );
  await site.close();
  expect(results).toHaveLength(clobberingNames.length);
  for (const [index, { requestedUrl, outcome, findings, rules }] of results.entries()) {
    expect(['scanned', 'partially-scanned'], requestedUrl).toContain(outcome);
    const hasViolation = findings.some(({ ruleId }) => ruleId === 'image-alt');
    expect(hasViolation || rules[0]?.result === 'not-run', requestedUrl).toBe(true);
    expect(links[index]?.urls, requestedUrl).toEqual([site.url('/inner')]);
  }
});
