import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { listNodes, page, type Site, scan, serve } from './harness.ts';

/** Policies of pages. None of them changes what a page without scripts and styles shows. */
export const policies = {
  none: undefined,
  'no scripts': "script-src 'none'",
  'nothing of other origins': "default-src 'self'; img-src data:",
  nothing: "default-src 'none'; frame-src 'self'; img-src data:; base-uri 'none'; form-action 'none'",
  'trusted types': "require-trusted-types-for 'script'; trusted-types 'none'",
  sandbox: 'sandbox',
  'sandbox with scripts': "sandbox allow-scripts allow-same-origin; script-src 'nonce-abc'",
} as const;

const IMAGE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const faults = page(
  `<img src="${IMAGE}" width="80" height="40"><button></button><label>Name <input></label><input><a href="/x">x</a>
   <font color="#cccccc">Faint</font><iframe title="inner" src="/inner"></iframe>
   <p lang="zz">Text</p><table><tr><td>1</td></tr></table>`,
);

/** Returns a handler that responds with a page and a policy. */
export function protect(body: () => string, policy: string | undefined) {
  return (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      ...(policy === undefined ? {} : { 'Content-Security-Policy': policy }),
    });
    response.end(body());
  };
}

/** Adds tests that pages with policies have the results of the same page without one. */
export function testPolicies(names: readonly (keyof typeof policies)[]): void {
  describe('a page with a Content-Security-Policy', () => {
    let results: PageResult[];
    let pictures: Map<string, Uint8Array>;

    beforeAll(async () => {
      const all = ['none', ...names] as const;
      const pathOf = (name: string) => `/${encodeURIComponent(name)}`;
      const site: Site = await serve({
        '/inner': protect(
          () => page('<img src="inner.png"><button></button>'),
          "default-src 'none'; sandbox",
        ),
        ...Object.fromEntries(all.map((name) => [pathOf(name), protect(() => faults, policies[name])])),
      });
      ({ results, pictures } = await scan(
        all.map((name) => site.url(pathOf(name))),
        {
          ruleIds: [
            'image-alt',
            'button-name',
            'label',
            'color-contrast',
            'valid-lang',
            'region',
            'frame-title',
            'link-name',
            'target-size',
          ],
          settings: { screenshots: 'all' },
          identity: () => '/same',
        },
      ));
      await site.close();
    });

    it.each(names.map((name, index) => [name, index + 1] as const))(
      'has the findings, rule results and pictures of the same page without one: %s',
      (_, index) => {
        const [plain] = results;
        const result = results[index];
        expect(listNodes(plain).sort()).toEqual([
          'button-name ["button"]',
          'button-name ["iframe","button"]',
          'color-contrast ["font"]',
          'image-alt ["iframe","img"]',
          'image-alt ["img"]',
          'label ["main > input"]',
          'valid-lang ["p"]',
        ]);
        const { outcome, detail, settled, rules, findings, framesNotScanned, markups } = result ?? {};
        expect({ outcome, detail, settled, rules, findings, framesNotScanned, markups }).toEqual({
          outcome: 'scanned',
          detail: 'The page was scanned.',
          settled: true,
          rules: plain?.rules,
          findings: plain?.findings,
          framesNotScanned: [],
          markups: plain?.markups,
        });
        expect(pictures.size).toBeGreaterThan(0);
      },
    );
  });
}
