import { describe, expect, it } from 'vitest';
import {
  listFilesWithBuiltExpressions,
  listLiteralExpressions,
  recordBuiltExpressions,
} from './expressions.ts';
import { findSuperlinear } from './superlinear.ts';

/** Two repeated pieces of an expression are in expressions.all.test.ts. */
const quickly = { withPairs: false };

describe('regular expressions', () => {
  it.each([/\/+$/, /^\s*:(?=:)/gim, /<title[^>]*>/i, /(?<=.)\/+$/])(
    'are recognized if they take quadratic time: %s',
    (expression) => {
      expect(findSuperlinear({ name: '', expression }, quickly)).toHaveLength(1);
    },
  );

  it('take linear time for hostile texts', () => {
    const expressions = listLiteralExpressions();
    expect(expressions.length).toBeGreaterThan(200);
    expect(expressions.flatMap((each) => findSuperlinear(each, quickly))).toEqual([]);
  });

  it('take linear time for hostile texts if they are built', async () => {
    // The query loads a module again, because another test may have loaded it.
    const loadAgain = (path: string) => () => import(`../../../${path}?again`);
    const modules = {
      'core/ids.ts': async () => (await import('../../../core/ids.ts')).createIdSchema('scan'),
      'core/scans/selector-fault.ts': loadAgain('core/scans/selector-fault.ts'),
      'scanner/checks/in-page/keyboard/key-hints.ts': loadAgain(
        'scanner/checks/in-page/keyboard/key-hints.ts',
      ),
      'scanner/page/error-phrases.ts': loadAgain('scanner/page/error-phrases.ts'),
      'scanner/page/login-address.ts': loadAgain('scanner/page/login-address.ts'),
    };
    for (const [path, load] of Object.entries(modules)) {
      const built = await recordBuiltExpressions(path, load);
      expect(built.length, path).toBeGreaterThan(0);
      expect(built.flatMap((each) => findSuperlinear(each, quickly))).toEqual([]);
    }
    // Those of `local/` see the templates and the requests of this machine only.
    const others = listFilesWithBuiltExpressions().filter((path) => !path.startsWith('local/'));
    expect(others).toEqual(Object.keys(modules));
  });
});
