import { askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { definition } from './definition.ts';

/** Minimum area of motion, in square CSS pixels, and of an animated picture. */
const AREA_MIN = 10_000;
const PICTURE_AREA_MIN = 2_500;
/** Names and roles of elements that show that something loads. */
const LOADING = /load|spin|progress|skeleton|shimmer|placeholder|busy/i;
/** Names of controls that stop motion, in some languages. */
const STOPPING = /\b(?:pause|stop|animation|motion|anhalten|bewegung|arrêter|detener|pausa|ferma|stoppen)/i;

/** Asks for a review of the first element that moves without end. */
export const check: Check = function* (page) {
  for (const [node, kind] of page.time.moving) {
    const element = page.find(node);
    if (element === undefined || !page.isVisible(element) || isLoading(page, element)) continue;
    const { width, height } = element.boundingClientRect;
    if (width * height < (kind === 'picture' ? PICTURE_AREA_MIN : AREA_MIN) || isPage(element)) continue;
    if (hasStoppingControl(page)) yield pass(element);
    else {
      // One question for the page: what stops one motion usually stops all. The size is no evidence, because it can
      // be part of what moves, and the moment of the measurement differs by a frame.
      yield askReview(element, `${sentences[kind]} ${definition.question}`, { kind });
      return;
    }
  }
};

const sentences = {
  style: 'The element moves without end.',
  picture: 'The picture is animated without end.',
  script: 'A script changes the content again and again.',
};

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

function hasStoppingControl(page: CheckedPage): boolean {
  return page
    .byTag('button', 'input', 'summary')
    .some((control) => STOPPING.test(page.name(control)) && page.isVisible(control));
}
