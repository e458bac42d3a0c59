import type { CDPSession, Protocol } from 'puppeteer-core';
import type { TimeLimit } from '../checks/in-page/time/recorder.ts';
import { type PageClock, StepTimeoutError } from '../page/clock.ts';
import type { OpenPage } from '../page/open-page.ts';
import { advanceTo } from '../page/pass-time.ts';
import type { World } from '../page/world.ts';
import { PageScripts, readAddress } from './page-scripts.ts';
import { REACTION_MS, RequestWatch } from './request-watch.ts';
import type { TimerTrace } from './timer-trace.ts';

/** The ends of the spans in minutes. The last one are the 20 hours of success criterion 2.2.1. */
const spanEnds = [5, 10, 15, 20, 30, 45, 60, 120, 240, 480, 1_200];
/**
 * Maximum number of calls of timers. On a loaded machine, that many take about 200 ms. The calls are counted, not the
 * time, so that results do not depend on the machine.
 */
const CALLS_MAX = 7_200;
/** Wall-clock limit of one span in milliseconds, which only scripts reach that take long in each call. */
const SPAN_MS = 10_000;
const MINUTE_MS = 60_000;
/** Maximum number of timers that are pending: of each one, the calls that began it are looked at before each span. */
const PENDING_MAX = 1_000;

/** Parts of addresses that end a session, in some languages. */
const LOGOUT =
  /log-?_?(?:out|off)|sign-?_?(?:out|off)|(?:end|expire|destroy|terminate|close)-?_?session|session-?_?(?:end|expire|destroy|timeout)|abmelden|deconnexion|cerrar-?sesion/i;

/** `none`: nothing happened; `unknown`: the calls of timers were too many for 20 hours, or the time did not pass. */
export type HoursResult = Omit<TimeLimit, 'hasChanged'> | 'none' | 'unknown';

/**
 * Lets up to 20 hours of virtual time pass while a timer is pending that scripts began near words of a time limit.
 * Ends at the first navigation, or at the first request that ends a session. Call it when a minute has passed.
 * @param world the scanner's world in the top document
 * @param trace recorded the timers since before the page was loaded, and is ended
 * @param callsInMinute the number of calls of timers in the minute before
 * @param onHours called before time passes: the clock of the browser is then wrong for other pages
 */
export async function letHoursPass(
  page: OpenPage,
  world: World,
  trace: TimerTrace,
  callsInMinute: number,
  onHours: () => void,
): Promise<HoursResult> {
  const { session, time, clock, mainFrameId } = page;
  const url = await readAddress(session, clock);
  const scripts = new PageScripts(session, clock, url);
  const watch = new EndWatch(session, mainFrameId, url);
  const isLimitPending = async () => {
    const pending = trace.pending();
    if (pending.length > PENDING_MAX) throw new StepTimeoutError('reading the timers');
    for (const calls of pending) if (await scripts.areLimitsNear(calls)) return true;
    return false;
  };
  await scripts.begin();
  try {
    let [passed, perMinute, left] = [1, callsInMinute, CALLS_MAX];
    const begun = await clock.bound('reading the time', time.now(world));
    for (const end of spanEnds) {
      if (!(await isLimitPending())) return 'none';
      if (perMinute * (end - passed) > left) return 'unknown';
      onHours();
      await trace.begin();
      // From the begin, so that what is missing of one span is not missing of all that follow.
      await advanceTo(page, world, begun + (end - 1) * MINUTE_MS, SPAN_MS);
      await watch.waitForRequests(clock);
      // Scripts react to refused requests when they are refused, in real time.
      if (watch.found === undefined) await time.advance(REACTION_MS, SPAN_MS);
      const calls = await trace.end();
      if (watch.found !== undefined) return { ...watch.found, withinMinutes: end };
      left -= calls;
      perMinute = calls / (end - passed);
      passed = end;
    }
    return 'none';
  } catch (error) {
    if (error instanceof StepTimeoutError) return 'unknown';
    throw error;
  } finally {
    watch.dispose();
    await scripts.end().catch(() => undefined);
  }
}

/** Watches how a page ends by itself. */
class EndWatch {
  /** The first navigation, change of the address, or request that ends a session. */
  found: Pick<TimeLimit, 'kind' | 'url' | 'isAfterRefusal'> | undefined;
  readonly #requests: RequestWatch;
  readonly #session: CDPSession;
  readonly #mainFrameId: string;
  readonly #url: string;

  /** @param url of the page */
  constructor(session: CDPSession, mainFrameId: string, url: string) {
    this.#session = session;
    this.#mainFrameId = mainFrameId;
    this.#url = url;
    this.#requests = new RequestWatch(session);
    session.on('Page.frameRequestedNavigation', this.#onNavigation);
    session.on('Page.navigatedWithinDocument', this.#onRoute);
    session.on('Network.requestWillBeSent', this.#onRequest);
  }

  dispose(): void {
    this.#requests.dispose();
    this.#session.off('Page.frameRequestedNavigation', this.#onNavigation);
    this.#session.off('Page.navigatedWithinDocument', this.#onRoute);
    this.#session.off('Network.requestWillBeSent', this.#onRequest);
  }

  /** Waits until the requests that began meanwhile have ended, or the page has. */
  async waitForRequests(clock: PageClock): Promise<void> {
    await this.#requests.waitForRequests(clock, () => this.found !== undefined);
  }

  readonly #onNavigation = ({ frameId, url, reason }: Protocol.Page.FrameRequestedNavigationEvent) => {
    // Those of `meta` elements are axe-core's.
    const isDeclared = reason === 'metaTagRefresh' || reason === 'httpHeaderRefresh';
    if (frameId !== this.#mainFrameId || isDeclared || !/^https?:/i.test(url)) return;
    const isSame = reason === 'reload' || url.split('#')[0] === this.#url.split('#')[0];
    this.#find(isSame ? 'reload' : 'leave', url);
  };

  /** Apps with one document show their other pages in this way. */
  readonly #onRoute = ({ frameId, url }: Protocol.Page.NavigatedWithinDocumentEvent) => {
    if (frameId === this.#mainFrameId && URL.parse(url)?.pathname !== URL.parse(this.#url)?.pathname)
      this.#find('route', url);
  };

  readonly #onRequest = ({ request, type }: Protocol.Network.RequestWillBeSentEvent) => {
    if (type === 'Document') return;
    const to = URL.parse(request.url);
    const isOwn = to !== null && to.origin === URL.parse(this.#url)?.origin;
    if (isOwn && LOGOUT.test(to.pathname + to.search)) this.#find('request', request.url);
  };

  #find(kind: TimeLimit['kind'], url: string): void {
    this.found ??= { kind, url, isAfterRefusal: this.#requests.refused > 0 };
  }
}
