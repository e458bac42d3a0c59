import { EventEmitter } from 'node:events';
import type { CDPSession } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import type { PageClock } from '../../../scanner/page/clock.ts';
import type { OpenPage } from '../../../scanner/page/open-page.ts';
import { mayLimitTime } from '../../../scanner/time/may-limit-time.ts';
import { PageScripts } from '../../../scanner/time/page-scripts.ts';

const PAGE_URL = 'https://example.com/';
const clock = { bound: (_what: string, work: Promise<unknown>) => work } as unknown as PageClock;

/** Creates a session that answers each method as the table says; a missing method fails. */
function createSession(answers: Record<string, unknown>): CDPSession {
  const send = async (method: string) => {
    if (!(method in answers)) throw new Error(`${method} failed`);
    return answers[method];
  };
  return Object.assign(new EventEmitter(), { send }) as unknown as CDPSession;
}

describe('whether a page may limit time', () => {
  const navigated = { 'Page.getFrameTree': { frameTree: { frame: { url: PAGE_URL } } } };

  it.each([
    ['the browser gives no body', 5, {}, true],
    ['the browser gives an empty body for a full response', 5, { body: '', base64Encoded: false }, true],
    ['the response was empty', 0, { body: '', base64Encoded: false }, false],
    ['the script has no timer', 5, { body: 'f(1)', base64Encoded: false }, false],
    ['the script logs people out', 5, { body: 'setTimeout(logout)', base64Encoded: false }, true],
  ])('is answered with yes unless its scripts were read: %s', async (_name, bytes, response, expected) => {
    const body = 'body' in response ? { 'Network.getResponseBody': response } : {};
    const page = {
      session: createSession({ ...navigated, ...body }),
      watch: { sources: () => [{ requestId: '1', host: 'example.com', bytes }] },
    } as unknown as OpenPage;
    expect(await mayLimitTime(page, clock)).toBe(expected);
  });
});

describe('words of a time limit near a timer', () => {
  const call = { scriptId: '1', lineNumber: 1, columnNumber: 1, functionName: '', url: PAGE_URL };

  it.each([
    ['no call is known', [], { scriptSource: 'f(1)' }, true],
    ['the browser does not give the source', [call], undefined, true],
    ['the source has none', [call], { scriptSource: 'f(1)' }, false],
    ['the script is of another site', [{ ...call, scriptId: '2' }], undefined, false],
  ])('are assumed unless the source was read: %s', async (_name, calls, source, expected) => {
    const session = createSession({
      'Debugger.enable': {},
      'Debugger.setSkipAllPauses': {},
      ...(source && { 'Debugger.getScriptSource': source }),
    });
    const scripts = new PageScripts(session, clock, PAGE_URL);
    await scripts.begin();
    const place = { startLine: 0, startColumn: 0, length: 4, executionContextAuxData: { isDefault: true } };
    session.emit('Debugger.scriptParsed', { scriptId: '1', url: PAGE_URL, ...place } as never);
    session.emit('Debugger.scriptParsed', { scriptId: '2', url: 'https://other.test/', ...place } as never);
    expect(await scripts.areLimitsNear(calls)).toBe(expected);
  });

  it('are assumed on a page that evaluates scripts without end, which are not all remembered', async () => {
    const session = createSession({
      'Debugger.enable': {},
      'Debugger.setSkipAllPauses': {},
      'Debugger.getScriptSource': { scriptSource: 'f(1)' },
    });
    const scripts = new PageScripts(session, clock, PAGE_URL);
    await scripts.begin();
    const start = { startLine: 0, startColumn: 0, length: 4, executionContextAuxData: { isDefault: true } };
    const emit = (id: number) =>
      session.emit('Debugger.scriptParsed', { scriptId: `${id}`, url: '', ...start } as never);
    for (let id = 1; id <= 10_000; id += 1) emit(id);
    expect(await scripts.areLimitsNear([call])).toBe(false);
    emit(10_001);
    expect(await scripts.areLimitsNear([call])).toBe(true);
  });
});
