import { expect, it } from 'vitest';
import { expectForgedScriptUnused, openEnvironment } from './function-environment.ts';

/** unpack.test.ts has the other changes. */
it('a start script that a page changed without changing its length is used by no other browser', async () => {
  const opened = await openEnvironment();
  try {
    await expectForgedScriptUnused(opened, [['/attack', '/good']]);
    expect(await opened.scanInFunction('/good')).toEqual(['scanned']);
    await expectForgedScriptUnused(opened, [['/attack'], ['/good']]);
  } finally {
    await opened.close();
  }
});
