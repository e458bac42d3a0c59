import { askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { readInputType } from '../in-page/fields.ts';
import { namesLogo } from '../in-page/image-files.ts';

/** Minimum numbers of words and letters of a text, so that short names of symbols are not taken for it. */
const WORDS_MIN = 4;
const LETTERS_MIN = 15;
/** Widths of a character by the height of its line, for an image that is filled by one line of text. */
const CHARACTER_MIN = 0.2;
const CHARACTER_MAX = 0.8;
/** Heights in CSS pixels in which a line of text can be read, and is not a picture with a caption. */
const HEIGHT_MIN = 10;
const HEIGHT_MAX = 120;
/** Minimum width of a button by its height; symbols are about as wide as high. */
const BUTTON_MIN = 2;
const QUESTION = 'Does this image show text that could be text with styles?';
const BRAND = /(?<!\p{L})brands?(?!\p{L})/iu;
/** Characters that are as wide as two others, and of which two are about a word. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Tests images with an alternative, and buttons that are images. */
export const check: Check = function* (page) {
  const buttons = page.byTag('input').filter((input) => readInputType(input) === 'image');
  for (const image of [...page.byTag('img'), ...buttons]) {
    const name = page.name(image);
    if (name === '' || isLogo(image, name) || !isLoaded(image) || !page.isVisible(image)) continue;
    const isText = image.props.nodeName === 'input' ? isWideButton(image, name) : isLine(image, name);
    yield isText ? askReview(image, QUESTION, { text: name }) : pass();
  }
};

/** False if the browser shows the alternative instead of an image. Nothing says that of a button. */
function isLoaded({ actualNode, props }: PageElement): boolean {
  return props.nodeName === 'input' || (actualNode as { naturalWidth: number }).naturalWidth > 0;
}

/** True if the alternative would fill the image as one line. */
function isLine(image: PageElement, text: string): boolean {
  const { width, height } = image.boundingClientRect;
  if (height < HEIGHT_MIN || height > HEIGHT_MAX) return false;
  const wide = text.match(WIDE)?.length ?? 0;
  const letters = text.length + wide;
  if (letters < LETTERS_MIN || Math.max(text.split(' ').length, wide / 2) < WORDS_MIN) return false;
  const character = width / letters / height;
  return character >= CHARACTER_MIN && character <= CHARACTER_MAX;
}

function isWideButton(image: PageElement, text: string): boolean {
  const { width, height } = image.boundingClientRect;
  return (
    /\p{L}{2}/u.test(text) && height >= HEIGHT_MIN && height <= HEIGHT_MAX && width >= BUTTON_MIN * height
  );
}

/** True if the image or its link says that it is a logo, whose text may be an image. */
function isLogo(image: PageElement, name: string): boolean {
  const { parent } = image;
  const texts = [image, parent as PageElement | null].flatMap((element) =>
    ['class', 'id', 'src'].map((attribute) => element?.attr?.(attribute) ?? ''),
  );
  return [name, ...texts].some(namesLogo) || texts.some((text) => BRAND.test(text));
}
