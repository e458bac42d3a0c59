import type { OpenPage } from '../page/open-page.ts';

/**
 * Virtual milliseconds before a frame: one frame. Without a later time than the frame before it, Chromium returns the
 * picture of that frame.
 */
const FRAME_MS = 17;
/** Frames after which a picture shows all changes: parts of a frame can still show the frame before it. */
const FRAMES = 2;
/** Frames after which no picture is expected. A page with a video gives none with its first frames. */
const FRAMES_MAX = 8;

/**
 * Takes a picture of the window as it is, while scripts run.
 * @returns PNG in base64; undefined if the browser returns none
 */
export async function takeWindowPicture({
  session,
  clock,
  time,
}: Pick<OpenPage, 'session' | 'clock' | 'time'>): Promise<string | undefined> {
  let data: string | undefined;
  for (let frame = 0; frame < FRAMES || (data === undefined && frame < FRAMES_MAX); frame += 1) {
    await time.advance(FRAME_MS);
    const screenshot = { format: 'png', optimizeForSpeed: true } as const;
    const taken = time.framesOnRequest
      ? session
          .send('HeadlessExperimental.beginFrame', { screenshot })
          .then((answer) => answer.screenshotData)
      : time.drawWhile(session.send('Page.captureScreenshot', screenshot)).then((answer) => answer.data);
    data = (await clock.bound('taking a picture', taken, 5_000)) ?? data;
  }
  return data;
}
