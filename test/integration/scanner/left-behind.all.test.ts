import { expect, it } from 'vitest';
import { expectForgedScriptUnused, openEnvironment } from './function-environment.ts';

it('a start script that a page changed without changing its length is not used by the next chunk', async () => {
  const opened = await openEnvironment();
  try {
    expect(await opened.scanInFunction('/good')).toEqual(['scanned']);
    await expectForgedScriptUnused(opened, [['/attack'], ['/good']]);
  } finally {
    await opened.close();
  }
});
