import { askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';

const QUESTION = 'Can people who cannot see, hear or solve the puzzle continue in another way?';
const SERVICES =
  /\/recaptcha\/(?:api2|enterprise)\/(?:anchor|bframe)|hcaptcha\.com\/captcha|(?:arkoselabs|funcaptcha)\.com|geo\.captcha-delivery\.com/;
/** Kinds of these services without a puzzle: invisible ones, and ones that only show a badge. */
const WITHOUT_PUZZLE = /[?&#](?:size|frame)=(?:invisible|checkbox-invisible)\b/;
const attributes = ['id', 'name', 'class', 'src', 'alt'];

/** Tests the images and frames whose attributes say what they are. */
export const check: Check = function* (page) {
  for (const frame of page.byTag('iframe')) {
    const address = frame.attr('src') ?? '';
    if (!SERVICES.test(address)) continue;
    if (page.isVisible(frame) && !WITHOUT_PUZZLE.test(address)) yield askReview(frame, QUESTION);
    else yield pass();
  }
  for (const image of page.byTag('img', 'canvas')) {
    if (saysCaptcha(image) && page.isVisible(image)) yield askReview(image, QUESTION);
  }
};

function saysCaptcha(element: PageElement): boolean {
  return attributes.some((name) => /captcha/i.test(element.attr(name) ?? ''));
}
