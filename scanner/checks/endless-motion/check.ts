import { askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { type CheckedPage, listElementsWithin } from '../in-page/checked-page.ts';
import { readText } from '../in-page/text.ts';
import type { Motion } from '../in-page/time/recorder.ts';
import { definition } from './definition.ts';

/** Minimum area of motion, in square CSS pixels, and of an animated picture. */
const AREA_MIN = 10_000;
const PICTURE_AREA_MIN = 2_500;
/** Names and roles of elements that show that something loads. */
const LOADING = /load|spin|progress|skeleton|shimmer|placeholder|busy/i;
/** Names of elements that show a time. */
const CLOCK = /clock|time|countdown|progress|counter|meter/i;
/** A part of a text that is a number, a unit of time, or both. */
const TIME_PART = /^\d*(?:h|hours?|hr|std|min|mins|minutes?|m|s|sec|secs|seconds?|sek|ms)?$/i;
/** What styles move is a text from this many letters on; a letter or a sign is rather an icon. */
const WORD = /\p{L}{3}/u;
const TEXT_NODE = 3;
/** Length of a text that is more than a label. */
const TEXT_MAX = 40;
/** Maximum length of the text of a control. */
const LABEL_MAX = 100;
/** Names of controls that stop motion, in some languages. */
const STOPPING = /\b(?:pause|stop|animation|motion|anhalten|bewegung|arrêter|detener|pausa|ferma|stoppen)/i;

const STOPPING_ALL = /\b(?:animation|motion|bewegung|mouvement|movimiento|all|alle|tout|todo|tutto)/i;
/** How many elements around a control belong to it, unless they contain the whole page. */
const NEAR_LEVELS = 4;
const wholes: ReadonlySet<string> = new Set(['html', 'body', 'main']);

/** Asks for a review of the first element that moves without end. */
export const check: Check = function* (page) {
  let changingText: [element: PageElement, kind: Motion] | undefined;
  let isStopped: ReturnType<typeof createStopTest> | undefined;
  const canStop = (element: PageElement) => {
    isStopped ??= createStopTest(page);
    return isStopped(element);
  };
  for (const [node, kind] of page.time.moving) {
    const element = page.find(node);
    if (element === undefined || !isShown(page, element, kind) || isLoading(page, element)) continue;
    const { width, height } = element.boundingClientRect;
    if (isPage(element) || (kind === 'script' && isTime(readText(element, TEXT_MAX) ?? ''))) continue;
    if (width * height < (kind === 'picture' ? PICTURE_AREA_MIN : AREA_MIN)) {
      const isWord =
        kind === 'script' || (kind !== 'picture' && WORD.test(readText(element, TEXT_MAX) ?? ''));
      if (isWord && isText(page, element)) changingText ??= [element, kind];
      continue;
    }
    if (canStop(element)) yield pass();
    else {
      // One question for the page. The size is no evidence, because it can
      // be part of what moves, and the moment of the measurement differs by a frame.
      yield askReview(element, `${sentences[kind]} ${definition.question}`, { kind });
      return;
    }
  }
  if (changingText === undefined) return;
  const [text, kind] = changingText;
  const sentence = kind === 'script' ? 'The text changes again and again.' : sentences[kind];
  if (canStop(text)) yield pass();
  else yield askReview(text, `${sentence} ${definition.question}`);
};

const sentences: Readonly<Record<Motion, string>> = {
  style: 'The element moves without end.',
  blink: 'The element appears and disappears without end.',
  picture: 'The picture is animated without end.',
  script: 'A script changes the content again and again.',
};

/** What blinks can be invisible at the moment of the test. */
function isShown(page: CheckedPage, element: PageElement, kind: Motion): boolean {
  if (page.isVisible(element)) return true;
  const parent = element.parent as PageElement | null;
  return kind === 'blink' && parent !== null && page.isVisible(parent);
}

/** True for a text beside other texts that shows no time. */
function isText(page: CheckedPage, element: PageElement): boolean {
  const names = `${element.attr('class')} ${element.attr('id')} ${element.attr('role')}`;
  return (
    element.props.nodeName !== 'time' &&
    !CLOCK.test(names) &&
    element.children.every(({ props }) => props.nodeType === TEXT_NODE) &&
    readText(element, TEXT_MAX) !== '' &&
    page.textParts().some(({ text }) => text.length > TEXT_MAX)
  );
}

/** True for a text that is only a time or a duration, such as "1:20" or "2 min 5 s". */
function isTime(text: string): boolean {
  const parts = text.trim().split(/[\s:.,]+/);
  const hasUnit = text.includes(':') || parts.some((part) => /[a-z]$/i.test(part));
  return hasUnit && /\d/.test(text) && parts.every((part) => TIME_PART.test(part));
}

/** True for what scripts change for other reasons than to show something else. */
function isPage({ props }: PageElement): boolean {
  return ['html', 'head', 'body'].includes(props.nodeName);
}

function isLoading(page: CheckedPage, element: PageElement): boolean {
  for (let up: PageElement | null = element; up !== null; up = up.parent as PageElement | null) {
    if (up.attr('aria-busy') === 'true' || page.role(up) === 'progressbar') return true;
    if (LOADING.test(`${up.attr('class')} ${up.attr('id')}`)) return true;
    if (up.props.nodeName === 'body') break;
  }
  return false;
}

/**
 * Returns a function that is true for an element whose motion a control stops: one that is near the element, or any
 * that is near nothing else that moves, or whose name says that it stops all. In linear time.
 */
function createStopTest(page: CheckedPage): (element: PageElement) => boolean {
  const moving = [...page.time.moving.keys()].flatMap((node) => page.find(node) ?? []);
  const aroundMoving = listAround([...moving, ...page.byTag('video', 'audio')]);
  const nearControls = new Set<PageElement>();
  for (const { control, texts } of listStoppingControls(page)) {
    const near = findNear(control, aroundMoving);
    if (!aroundMoving.has(near) || texts.some((text) => STOPPING_ALL.test(text))) return () => true;
    nearControls.add(near);
  }
  const stopped = listElementsWithin(page, (element) => nearControls.has(element));
  return (element) => stopped.has(element) || nearControls.has(element);
}

/** Returns elements and all those around them. */
function listAround(elements: readonly PageElement[]): ReadonlySet<PageElement> {
  const around = new Set<PageElement>();
  for (const element of elements) {
    let up: PageElement | null = element;
    for (; up !== null && !around.has(up); up = up.parent as PageElement | null) around.add(up);
  }
  return around;
}

/** Returns the controls that stop motion, shown or in content that another control opens, with their texts. */
function listStoppingControls(page: CheckedPage): { control: PageElement; texts: string[] }[] {
  return page
    .byTag('button', 'input', 'summary')
    .map((control) => ({ control, texts: listTexts(page, control) }))
    .filter(({ texts }) => texts.some((text) => STOPPING.test(text)));
}

/** Hidden controls have no accessible name. */
function listTexts(page: CheckedPage, control: PageElement): string[] {
  const hidden = [readText(control, LABEL_MAX), control.attr('value'), control.attr('aria-label')];
  return [page.name(control), ...hidden].map((text) => text ?? '');
}

/** Returns what surrounds a control closely: the innermost element with something that moves, or a few levels. */
function findNear(control: PageElement, aroundMoving: ReadonlySet<PageElement>): PageElement {
  let near = control;
  for (let level = 0; level < NEAR_LEVELS && !aroundMoving.has(near); level += 1) {
    const parent = near.parent as PageElement | null;
    if (parent === null || wholes.has(parent.props.nodeName)) break;
    near = parent;
  }
  return near;
}
