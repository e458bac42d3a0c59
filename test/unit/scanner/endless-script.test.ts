import type { CDPSession } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { PageClock } from '../../../scanner/page/clock.ts';
import { interruptScript } from '../../../scanner/page/endless-script.ts';

/** A page that answers a request to stop its script with an error. */
function pageThatRefuses(message: string): { session: CDPSession; asked: string[] } {
  const asked: string[] = [];
  const send = async (method: string) => {
    asked.push(method);
    if (method === 'Runtime.terminateExecution') throw new Error(message);
  };
  return { session: { send } as unknown as CDPSession, asked };
}

describe('stopping a script', () => {
  it('continues if the page was asked before and has not reacted yet', async () => {
    const message =
      'Protocol error (Runtime.terminateExecution): There is current termination request in progress';
    const { session, asked } = pageThatRefuses(message);
    await interruptScript(session, new PageClock(5_000, new Promise(() => undefined)));
    expect(asked).toEqual(['Runtime.terminateExecution', 'Runtime.evaluate']);
  });

  it('fails with any other error of the browser', async () => {
    const { session } = pageThatRefuses('Target closed');
    await expect(
      interruptScript(session, new PageClock(5_000, new Promise(() => undefined))),
    ).rejects.toThrow('Target closed');
  });
});
