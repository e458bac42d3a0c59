import type { CDPSession, Protocol } from 'puppeteer-core';
import type { PageClock } from '../page/clock.ts';
import { LimitWords } from './limit-words.ts';

/** Maximum length of a script that is read, in UTF-16 units. */
const LENGTH_MAX = 20_000_000;
/** Maximum number of scripts that are remembered. A page can evaluate new ones without end. */
const SCRIPTS_MAX = 10_000;

type ScriptStart = Required<
  Pick<Protocol.Debugger.ScriptParsedEvent, 'length' | 'startLine' | 'startColumn'>
>;

/**
 * The sources of the scripts of a page that come from its site: scripts of other sites, such as analytics, often have
 * sessions of their own, which do not end the page. Workers have their own scripts.
 */
export class PageScripts {
  readonly #session: CDPSession;
  readonly #clock: PageClock;
  readonly #url: string;
  readonly #known = new Map<string, ScriptStart>();
  #areTooMany = false;
  readonly #words = new Map<string, LimitWords | null>();
  /** By script, line and column: whether words of a time limit are near. */
  readonly #near = new Map<string, boolean>();
  readonly #onParsed = (script: Protocol.Debugger.ScriptParsedEvent) => {
    const { isDefault } = (script.executionContextAuxData ?? {}) as { isDefault?: boolean };
    const host = URL.parse(script.url)?.hostname ?? '';
    if (isDefault !== true || !isOfSite(host, this.#url)) return;
    if (this.#known.size === SCRIPTS_MAX) this.#areTooMany = true;
    // Not the rest of the event, which a page can make very long.
    const { scriptId, length = 0, startLine, startColumn } = script;
    if (!this.#areTooMany) this.#known.set(scriptId, { length, startLine, startColumn });
  };

  /** @param url of the page */
  constructor(session: CDPSession, clock: PageClock, url: string) {
    this.#url = url;
    this.#session = session;
    this.#clock = clock;
  }

  /** Begins to list the scripts, those that exist and those that follow. */
  async begin(): Promise<void> {
    this.#session.on('Debugger.scriptParsed', this.#onParsed);
    // Otherwise a `debugger` statement would stop the page.
    const enabled = this.#session
      .send('Debugger.enable')
      .then(() => this.#session.send('Debugger.setSkipAllPauses', { skip: true }));
    await this.#clock.bound('listing scripts', enabled);
  }

  /** Ends that. */
  async end(): Promise<void> {
    this.#session.off('Debugger.scriptParsed', this.#onParsed);
    await this.#clock.bound('listing scripts', this.#session.send('Debugger.disable'));
  }

  /**
   * Returns whether words of a time limit are near one of the calls, whose lines and columns begin with 1. They may be
   * if the script cannot be read, and if it is not known which script began the timer.
   */
  async areLimitsNear(calls: readonly Protocol.Runtime.CallFrame[]): Promise<boolean> {
    if (calls.length === 0 || this.#areTooMany) return true;
    for (const { scriptId, lineNumber, columnNumber } of calls) {
      const script = this.#known.get(scriptId);
      if (script === undefined) continue;
      if ((script.length ?? 0) > LENGTH_MAX) return true;
      const key = `${scriptId} ${lineNumber} ${columnNumber}`;
      let isNear = this.#near.get(key);
      if (isNear === undefined) {
        // The source of a script within a document begins with its own first line.
        const line = lineNumber - 1 - script.startLine;
        const column = columnNumber - 1 - (line === 0 ? script.startColumn : 0);
        isNear = (await this.#read(scriptId))?.areNear(line, column) ?? true;
        this.#near.set(key, isNear);
      }
      if (isNear) return true;
    }
    return false;
  }

  /** Returns the words of a script; null if the browser no longer has it. */
  async #read(scriptId: string): Promise<LimitWords | null> {
    const known = this.#words.get(scriptId);
    if (known !== undefined) return known;
    const work = this.#session.send('Debugger.getScriptSource', { scriptId }).catch(() => null);
    const source = await this.#clock.bound('reading a script', work);
    const words = source && new LimitWords(source.scriptSource);
    this.#words.set(scriptId, words);
    return words;
  }
}

/** Returns the address that a page has now, which can be another one than was requested. */
export async function readAddress(session: CDPSession, clock: PageClock): Promise<string> {
  const { frameTree } = await clock.bound('reading the address', session.send('Page.getFrameTree'));
  return frameTree.frame.url;
}

/** Returns whether a script is from the host of a page or one beside or below it. Scripts without a host are. */
export function isOfSite(host: string, page: string): boolean {
  const labels = (URL.parse(page)?.hostname ?? '').split('.');
  const site = (labels.length > 2 ? labels.slice(1) : labels).join('.');
  return host === '' || host === site || host.endsWith(`.${site}`);
}
