import { callRecorder } from '../checks/call-recorder.ts';
import type { Content, HoverFact, HoverRecorder, Point } from '../checks/in-page/hover/recorder.ts';
import type { ChecksJob } from '../checks/run-checks.ts';
import type { FrameRun } from '../page/axe.ts';
import type { PageClock } from '../page/clock.ts';
import { findFrame } from '../page/in-page/axe-run.ts';
import { readListeners, TooManyListenersError } from '../page/listeners.ts';
import type { OpenPage } from '../page/open-page.ts';
import { callOnObject, DocumentGoneError, getObjectInWorld } from '../page/world.ts';
import { escapeKey } from './keyboard.ts';
import { Mouse } from './mouse.ts';
import { reopenModals, type WalkTools } from './walk.ts';

/** Maximum number of elements of a page that the pointer is moved to. */
const MAX_TRIGGERS = 60;
/** Maximum number of these elements times the elements of their document: each look at the page reads all of them. */
const MAX_LOOKS = 60_000;
const MIN_TRIGGERS = 3;

/** Virtual milliseconds for what scrolling starts, for content to appear or vanish, and of each point of a way. */
const SCROLL_MS = 100;
const APPEAR_MS = 600;
const POINT_MS = 20;
/** Virtual milliseconds for which content must stay while the pointer does, and between two looks at it. */
const STAY_MS = 5_000;
const LOOK_MS = 500;
/** Maximum virtual milliseconds of one call of `wait`. */
const WAIT_MAX = 100;

/**
 * Moves the pointer to elements that may show content by that, and tests whether the content stays, can be pointed at,
 * and can be closed by Escape. Stores a fact about each element whose content appears, and vanishes without the
 * pointer. Nothing is pressed but Escape.
 * @returns false if elements or their content were not tested
 */
export async function testHoverContent(
  page: OpenPage,
  { checkIds, frames }: Pick<ChecksJob, 'checkIds' | 'frames'>,
  tools: WalkTools,
  clock: PageClock,
): Promise<boolean> {
  if (!checkIds.includes('a11y-hover-content')) return true;
  const test = new HoverTest(page, frames, tools, clock);
  let isWhole = await test.prepare();
  const found = await test.findTriggers();
  let left = MAX_TRIGGERS;
  for (const [frame, { triggers, shown }] of found.entries()) {
    const count = Math.min(triggers, left, Math.max(MIN_TRIGGERS, Math.floor(MAX_LOOKS / shown)));
    left -= count;
    if (count < triggers) isWhole = false;
    for (let trigger = 0; trigger < count; trigger += 1) {
      if (!(await test.testTrigger({ frame, trigger }))) isWhole = false;
    }
  }
  return isWhole;
}

/** An element that may show content: its number in the recorder of its document. */
interface Trigger {
  frame: number;
  trigger: number;
}

/** What the pointer on an element showed. `unseen` if that could not be observed. */
type Hovered = (Content & { offset: Point }) | 'unseen' | null;

type Method = Exclude<keyof HoverRecorder, 'facts'>;

class HoverTest {
  readonly #page: OpenPage;
  readonly #frames: readonly FrameRun[];
  readonly #tools: WalkTools;
  readonly #clock: PageClock;
  readonly #mouse: Mouse;

  constructor(page: OpenPage, frames: readonly FrameRun[], tools: WalkTools, clock: PageClock) {
    this.#page = page;
    this.#frames = frames;
    this.#tools = tools;
    this.#clock = clock;
    this.#mouse = new Mouse(page, (frames[0] as FrameRun).world, clock);
  }

  /** Reads the listeners. Returns false if there are too many. */
  async prepare(): Promise<boolean> {
    try {
      await readListeners(this.#page.session, this.#frames, this.#clock);
      return true;
    } catch (error) {
      if (!(error instanceof TooManyListenersError)) throw error;
      return false;
    }
  }

  findTriggers() {
    return this.#callAll('findTriggers');
  }

  /** Tests one element. Returns false if it could not be tested. */
  async testTrigger(trigger: Trigger): Promise<boolean> {
    const content = await this.#hover(trigger);
    if (content === 'unseen') return false;
    if (content === null) {
      await this.#leave(trigger);
      return true;
    }
    const vanishedAfter = await this.#measureStay(trigger);
    let closesOnEscape: boolean | null = null;
    // Content that covers nothing need not be closed.
    if (vanishedAfter === null && content.covered !== null) {
      await this.#call(trigger, 'blur');
      await this.#tools.keyboard.press(escapeKey);
      await this.#wait(trigger, APPEAR_MS);
      // A dialog that opens again takes the focus, which may show content, too.
      if (await reopenModals(this.#tools)) await this.#call(trigger, 'blur');
      closesOnEscape = !(await this.#isShown(trigger));
    }
    await this.#leave(trigger);
    // What stays without the pointer is closed in another way, and no content on hover.
    if (await this.#isShown(trigger)) return true;
    const again = await this.#hover(trigger);
    if (again === 'unseen') return false;
    // Something else on the page, such as a slide show, showed it.
    if (again === null || again.text !== content.text) {
      await this.#leave(trigger);
      return true;
    }
    const vanishedOn = vanishedAfter === null ? await this.#pointAt(trigger, again) : null;
    await this.#leave(trigger);
    const { text, covered, isAdjacent } = content;
    const fact: Omit<HoverFact, 'element'> = {
      content: text,
      covered,
      isAdjacent,
      vanishedAfter,
      closesOnEscape,
      vanishedOn,
    };
    await this.#call(trigger, 'addFact', fact);
    return true;
  }

  /** Moves the pointer to an element from outside of the window. */
  async #hover(trigger: Trigger): Promise<Hovered> {
    await this.#mouse.leave();
    if (!(await this.#call(trigger, 'scrollTo'))) return null;
    await this.#wait(trigger, SCROLL_MS);
    const point = await this.#call(trigger, 'aim');
    if (point === 'unreachable') return null;
    if (point === null) return 'unseen';
    const offset = await this.#getOffset(trigger.frame);
    await this.#mouse.move(add(point, offset));
    if (!(await this.#call(trigger, 'isHovered'))) return 'unseen';
    await this.#wait(trigger, APPEAR_MS);
    const content = await this.#call(trigger, 'findContent', point);
    return content === null ? null : content === 'unknown' ? 'unseen' : { ...content, offset };
  }

  /** Returns after how many virtual milliseconds content vanishes while the pointer stays; null if it stays. */
  async #measureStay(trigger: Trigger): Promise<number | null> {
    for (let passed = LOOK_MS; passed <= STAY_MS; passed += LOOK_MS) {
      await this.#tools.skip(LOOK_MS - POINT_MS);
      await this.#tools.wait(POINT_MS);
      if (!(await this.#isShown(trigger))) return APPEAR_MS + passed;
    }
    return null;
  }

  /** Moves the pointer onto content. Returns where it was when the content vanished; null if the content stays. */
  async #pointAt(
    trigger: Trigger,
    { path, offset }: Content & { offset: Point },
  ): Promise<HoverFact['vanishedOn']> {
    for (const point of path) {
      await this.#mouse.move(add(point, offset));
      await this.#tools.wait(POINT_MS);
    }
    await this.#wait(trigger, APPEAR_MS);
    return (await this.#isShown(trigger)) ? null : 'content';
  }

  async #leave(trigger: Trigger): Promise<void> {
    await this.#mouse.leave();
    await this.#wait(trigger, APPEAR_MS);
  }

  #isShown(trigger: Trigger): Promise<boolean> {
    return this.#call(trigger, 'isContentShown');
  }

  async #wait(trigger: Trigger, milliseconds: number): Promise<void> {
    for (let left = milliseconds; left > 0; left -= WAIT_MAX) {
      await this.#call(trigger, 'startAnimations');
      await this.#tools.wait(Math.min(left, WAIT_MAX));
    }
  }

  /** Returns the position of a document in the window. */
  async #getOffset(frame: number): Promise<Point> {
    let offset = { x: 0, y: 0 };
    const { session } = this.#page;
    for (let owner = this.#frames[frame]?.owner; owner; owner = this.#frames[owner.frame]?.owner) {
      const { world } = this.#frames[owner.frame] as FrameRun;
      const work = getObjectInWorld(session, world, findFrame, owner.selector).then((id) => {
        if (id === null) throw new DocumentGoneError('a frame is gone');
        return callOnObject(session, id, readCorner);
      });
      offset = add(offset, await this.#clock.bound('finding a frame', work));
    }
    return offset;
  }

  #callAll<M extends Method>(
    method: M,
    ...args: Parameters<HoverRecorder[M]>
  ): Promise<Awaited<ReturnType<HoverRecorder[M]>>[]> {
    return Promise.all(this.#frames.map((_, frame) => this.#send(frame, method, args)));
  }

  #call<M extends Method>(
    { frame, trigger }: Trigger,
    method: M,
    ...args: Parameters<HoverRecorder[M]> extends [number, ...infer Rest] ? Rest : []
  ): Promise<ReturnType<HoverRecorder[M]>> {
    return this.#send(frame, method, [trigger, ...args]);
  }

  async #send<M extends Method>(
    frame: number,
    method: M,
    args: unknown[],
  ): Promise<ReturnType<HoverRecorder[M]>> {
    const { world } = this.#frames[frame] as FrameRun;
    const work = callRecorder(this.#page.session, world, 'hover', method, args);
    return (await this.#clock.bound('moving the pointer', work)) as ReturnType<HoverRecorder[M]>;
  }
}

function add(one: Point, other: Point): Point {
  return { x: one.x + other.x, y: one.y + other.y };
}

interface FrameElement {
  getBoundingClientRect(): { left: number; top: number };
  clientLeft: number;
  clientTop: number;
}
declare function getComputedStyle(element: object): { paddingLeft: string; paddingTop: string };

/** Runs in a document: returns the corner of the document that a frame shows. */
function readCorner(frame: FrameElement): Point {
  const { left, top } = frame.getBoundingClientRect();
  const { paddingLeft, paddingTop } = getComputedStyle(frame);
  return {
    x: left + frame.clientLeft + Number.parseFloat(paddingLeft),
    y: top + frame.clientTop + Number.parseFloat(paddingTop),
  };
}
