import type { CDPSession } from 'puppeteer-core';
import type { PageSettings } from '../../core/scans/page-settings.ts';
import type { EgressProxy } from '../egress/proxy.ts';
import { SafeMode, type SafeModeContext } from '../interaction/safe-mode.ts';
import type { PageClock } from './clock.ts';
import { type DocumentWatch, watchDocument } from './document-watch.ts';
import { FailureWatch } from './failure-watch.ts';
import { MAX_DOCUMENT_BYTES } from './response-facts.ts';
import { VirtualClock } from './virtual-clock.ts';

/** A tab that is ready to navigate, and everything that controls it. */
export interface OpenPage {
  session: CDPSession;
  mainFrameId: string;
  watch: DocumentWatch;
  failures: FailureWatch;
  time: VirtualClock;
  clock: PageClock;
  safeMode: SafeMode;
  /** The window and the preferences of the scan. */
  settings: PageSettings;
}

/** Memory in which the browser keeps the bodies of responses, besides those that a document keeps anyway. */
const BODIES_BYTES_MAX = 10_000_000;
/** Touch points of the emulated touch screen, as on phones. */
const TOUCH_POINTS = 5;

/**
 * Sets up a blank tab: viewport, emulated user preferences and locale. Closes dialogs at once, because there is no
 * user to answer them.
 */
export async function openPage(
  session: CDPSession,
  settings: PageSettings,
  clock: PageClock,
  framesOnRequest: boolean,
  outside: Pick<SafeModeContext, 'browser' | 'holdWebSockets'> & Partial<Pick<EgressProxy, 'countDecoded'>>,
): Promise<OpenPage> {
  session.on('Page.javascriptDialogOpening', ({ type }) => {
    session.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(() => undefined);
  });
  const { viewport, mobile, colorScheme, reducedMotion, locale } = settings;
  const [{ frameTree }] = await Promise.all([
    session.send('Page.getFrameTree'),
    session.send('Page.enable'),
    session.send('Network.enable', {
      maxTotalBufferSize: BODIES_BYTES_MAX,
      maxResourceBufferSize: BODIES_BYTES_MAX,
    }),
    session.send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1, mobile }),
    session.send('Emulation.setTouchEmulationEnabled', { enabled: mobile, maxTouchPoints: TOUCH_POINTS }),
    // Sets the format of dates and numbers, which the language set at launch does not.
    session.send('Emulation.setLocaleOverride', { locale: locale.replaceAll('-', '_') }),
    session.send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: colorScheme },
        { name: 'prefers-reduced-motion', value: reducedMotion },
      ],
    }),
  ]);
  const mainFrameId = frameTree.frame.id;
  return {
    session,
    mainFrameId,
    watch: watchDocument(session, mainFrameId, MAX_DOCUMENT_BYTES, outside.countDecoded),
    failures: new FailureWatch(session, mainFrameId),
    time: new VirtualClock(session, clock, framesOnRequest),
    clock,
    safeMode: new SafeMode({ ...outside, session, mainFrameId }),
    settings,
  };
}
