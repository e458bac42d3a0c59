import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { resolveRuleSets } from '../../../core/rule-sets/rule-sets.ts';
import { isSiteCheck } from '../../../core/site-checks/site-checks.ts';
import { buildPage, renderFailure, renderSignIn } from '../../../local/identity/pages.ts';
import { ADMINISTRATOR_EMAIL } from '../../../local/identity/people.ts';
import { scan } from '../scanner/harness.ts';

const DASHBOARD = 'http://localhost:3000';

describe('the pages of the local provider', () => {
  it('have no violation of WCAG 2.2 AA and best practice, and nothing to review, in our own engine', async () => {
    const pages: Record<string, ReturnType<typeof buildPage>> = {
      '/sign-in': buildPage(200, 'Sign in', renderSignIn('/sign-in/1', ADMINISTRATOR_EMAIL), DASHBOARD),
      '/problem': buildPage(
        200,
        'Sign in',
        renderSignIn('/sign-in/1', 'no', 'Enter an email address.'),
        DASHBOARD,
      ),
      '/failure': buildPage(
        200,
        'Sign-in did not work',
        renderFailure('It has expired.', DASHBOARD),
        DASHBOARD,
      ),
    };
    const site = createServer((request, response) => {
      const page = pages[request.url ?? ''];
      if (!page) return void response.writeHead(404).end();
      for (const [name, value] of page.headers) response.setHeader(name, value);
      response.end(page.body);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    try {
      const base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
      const urls = Object.keys(pages).map((path) => base + path);
      const { ruleIds } = resolveRuleSets(['wcag-aa', 'best-practice']);
      const { results } = await scan(urls, { ruleIds });
      expect(results.map(({ outcome }) => outcome)).toEqual(['scanned', 'scanned', 'scanned']);
      // What pages propose to checks over a site is no finding yet.
      const findings = results.flatMap((result) =>
        result.findings.filter(({ ruleId }) => !isSiteCheck(ruleId)),
      );
      expect(findings).toEqual([]);
    } finally {
      site.close();
    }
  });
});
