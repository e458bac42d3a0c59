import { askOnce, askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { hasVisibleText, indexIds, listNodesBefore, readIds, readVisibleText } from '../in-page/fields.ts';
import { getFileName, getFileStem, namesLogo } from '../in-page/image-files.ts';
import { isElement, isText, listNodesWithin } from '../in-page/nodes.ts';
import { readText } from '../in-page/text.ts';
import { toWords } from '../in-page/words/languages.ts';

/** Minimum area and height of a drawing that is more than a symbol, in CSS pixels. */
const AREA_MIN = 10_000;
const HEIGHT_MIN = 50;
const CANVAS_AREA_MIN = 1_500;
/** Area in square CSS pixels below which a drawing is as small as an icon. */
const SMALL_AREA = 1_000;
const CANVAS_HEIGHT_MIN = 16;
const TEXT_MAX = 2_000;
const QUESTION = 'Does this graphic show something that users need and that no text says?';
/** Elements around a graphic that name it, or have a text about it. */
const naming: ReadonlySet<string> = new Set(['a', 'button', 'summary', 'label', 'svg']);
/** Roles of elements whose name or text stands for all that is within them. */
const namingRoles: ReadonlySet<string> = new Set(
  (
    'button link checkbox radio switch tab option menuitem menuitemcheckbox menuitemradio treeitem slider ' +
    'scrollbar progressbar meter separator math'
  ).split(' '),
);
/** Roles of elements whose name, if they have one, stands for the graphic within them. */
const groupRoles: ReadonlySet<string> = new Set(['img', 'image', 'figure', 'graphics-document']);
/** Words of names of files that show information. */
const INFORMATION =
  /\b(?:logo|chart|charts|diagram|diagramm|diagramme|graph|infographic|infografik|flowchart|organigram|floorplan|screenshot|timetable|sitemap|qrcode|barcode|histogram|schaubild|diagrama|infografía)\b/iu;
const CLASS_MAX = 300;
/** Maximum length of a text beside a logo that can be its name. */
const BESIDE_MAX = 150;
/** Elements whose text nobody gets. */
const silent: ReadonlySet<string> = new Set(['style', 'script', 'metadata', 'defs', 'symbol', 'template']);
/** Short texts for browsers that cannot draw say nothing about the drawing. */
const FALLBACK = /browser|canvas|javascript|navigateur|navegador/i;
const FALLBACK_MAX = 200;
const LEVELS_MAX = 30;

/** Members of images. They have no content that could hide them. */
interface ImageElement {
  complete: boolean;
  naturalWidth: number;
  currentSrc: string;
}

/** Tests graphics that assistive technology does not get for signs that they are no decoration. */
export const check: Check = function* (page) {
  let ids: ReadonlyMap<string, PageElement> | undefined;
  const isDescribed = (graphic: PageElement) =>
    readIds(graphic, 'aria-describedby').some((id) => {
      ids ??= indexIds(page);
      const text = ids.get(id);
      return text !== undefined && readText(text, TEXT_MAX) !== '';
    });
  const unsure: PageElement[] = [];
  let words: ReadonlySet<string> | undefined;
  const isAlone = page.byTag('canvas', 'svg', 'img', 'video', 'iframe', 'audio', 'input').length === 1;
  const isOnPage = (text: string) => {
    words ??= new Set(page.textParts().flatMap((part) => toWords(part.text)));
    return toWords(text).every((word) => words?.has(word));
  };
  for (const graphic of page.byTag('canvas', 'svg', 'img')) {
    const isImage = graphic.props.nodeName === 'img';
    const isSaidHidden = isHidden(page, graphic);
    // axe-core reports images without an alternative.
    if (isImage && !isSaidHidden && graphic.attr('alt')?.trim() !== '') continue;
    const isLogo = isCalledLogo(graphic);
    const hasMeaning = isImage ? INFORMATION.test(toFileWords(graphic)) : isLogo;
    if (!hasMeaning && !isLogo && !isLarge(graphic)) continue;
    if (!page.isVisible(graphic) || (isImage && isMissing(graphic))) continue;
    if (isNamed(page, graphic, isSaidHidden) || isDescribed(graphic)) yield pass();
    else if (isBesideItsName(page, graphic)) continue;
    else if (hasMeaning || (!isImage && !isSaidHidden)) yield askReview(graphic, QUESTION);
    else if (
      isLogo ||
      isIntroduced(page, graphic) ||
      hasLostText(graphic, isOnPage) ||
      (isAlone && isOnlyContent(page, graphic))
    )
      unsure.push(graphic);
  }
  yield* askOnce(
    unsure.map((element) => ({ element })),
    QUESTION,
  );
};

/** True if the id or a class of a graphic says that it is a logo. An image can still be a part of one. */
function isCalledLogo(graphic: PageElement): boolean {
  return namesLogo(`${graphic.attr('id') ?? ''} ${(graphic.attr('class') ?? '').slice(0, CLASS_MAX)}`);
}

/** Returns the name of the file of an image, with spaces between its words. */
function toFileWords(image: PageElement): string {
  const shown = (image.actualNode as unknown as ImageElement).currentSrc;
  const name = getFileName(image.attr('src') || shown);
  return namesLogo(name) ? `${name} logo` : name.replace(/[^\p{L}\p{N}]+/gu, ' ');
}

/** True for an image that could not be loaded: it shows nothing. */
function isMissing(image: PageElement): boolean {
  const { complete, naturalWidth } = image.actualNode as unknown as ImageElement;
  return complete && naturalWidth === 0;
}

/**
 * True if the text beside a logo is the name in its file, so that the logo only repeats it. Of a small drawing that is
 * hidden beside a text, nothing says that it is more than a decoration.
 */
function isBesideItsName(page: CheckedPage, graphic: PageElement): boolean {
  if (graphic.parent === null) return false;
  const isImage = graphic.props.nodeName === 'img';
  const { width, height } = graphic.boundingClientRect;
  if (!isImage && (width * height >= SMALL_AREA || !isHidden(page, graphic))) return false;
  const text = readVisibleText(page, graphic.parent as PageElement);
  if (!isImage) return text !== '';
  if (text.length > BESIDE_MAX || isLeading(text)) return false;
  const words = new Set(toWords(text));
  return toWords(getFileStem(graphic.attr('src') ?? '')).some((word) => !namesLogo(word) && words.has(word));
}

/** True if the text in front of a graphic leads to it, such as "Our offices:". */
function isIntroduced(page: CheckedPage, graphic: PageElement): boolean {
  let before = listNodesBefore(page, graphic);
  const parent = graphic.parent as PageElement | null;
  // A graphic is often alone in a block.
  if (
    !before.some((node) => hasVisibleText(page, node)) &&
    parent !== null &&
    page.find(parent.actualNode) === parent
  )
    before = listNodesBefore(page, parent);
  const nearest = before.find((node) => isElement(node) || /\S/.test(node.props.nodeValue ?? ''));
  if (nearest === undefined) return false;
  return isLeading(isElement(nearest) ? readVisibleText(page, nearest) : (nearest.props.nodeValue ?? ''));
}

function isLeading(text: string): boolean {
  return /[:：]$/.test(text.trimEnd());
}

/** True if a hidden graphic has an alternative, or shows text, whose words are nowhere else on the page. */
function hasLostText(graphic: PageElement, isOnPage: (text: string) => boolean): boolean {
  const role = graphic.attr('role') ?? '';
  if (graphic.props.nodeName === 'img') {
    // Without a role, the alternative is often a mistake.
    const alternative = ['none', 'presentation'].includes(role) ? '' : (graphic.attr('alt') ?? '');
    return toWords(alternative).length > 1 && !isOnPage(alternative);
  }
  const texts = listTexts(graphic);
  return /\p{L}{3}/u.test(texts) && !isOnPage(texts);
}

/** Returns the text that an SVG draws, or says in its title. */
function listTexts(graphic: PageElement): string {
  let text = '';
  for (const node of listNodesWithin(graphic)) {
    const parent = node.parent as PageElement | null;
    if (
      isText(node) &&
      ['text', 'tspan', 'title', 'textpath'].includes(parent?.props.nodeName.toLowerCase() ?? '')
    )
      text += ` ${node.props.nodeValue ?? ''}`;
    if (text.length > TEXT_MAX) break;
  }
  return text;
}

/** True if a page, or its main part, has no text beside its only graphic: then the graphic is what it is about. */
function isOnlyContent(page: CheckedPage, graphic: PageElement): boolean {
  let up = graphic.parent as PageElement | null;
  for (let level = 0; up !== null && level < LEVELS_MAX; level += 1) {
    if (readVisibleText(page, up) !== '') return false;
    if (['main', 'body'].includes(up.props.nodeName)) return true;
    up = up.parent as PageElement | null;
  }
  return false;
}

/** True for a graphic that is more than a symbol. Symbols are rarely drawn by scripts. */
function isLarge({ props, boundingClientRect: { width, height } }: PageElement): boolean {
  const [area, high] =
    props.nodeName === 'canvas' ? [CANVAS_AREA_MIN, CANVAS_HEIGHT_MIN] : [AREA_MIN, HEIGHT_MIN];
  return width * height >= area && height >= high;
}

/** True if the graphic, text within it or an element around it has a name or a text. */
function isNamed(page: CheckedPage, graphic: PageElement, isSaidHidden: boolean): boolean {
  let up = graphic.parent as PageElement | null;
  for (let level = 0; up !== null && level < LEVELS_MAX; level += 1) {
    const role = page.role(up) ?? '';
    if (naming.has(up.props.nodeName) || namingRoles.has(role)) return true;
    if (groupRoles.has(role) && page.name(up) !== '') return true;
    up = up.parent as PageElement | null;
  }
  return !isSaidHidden && (page.name(graphic) !== '' || hasTextWithin(page, graphic));
}

/** True if assistive technology gets a text within a drawing that may say what it shows. */
function hasTextWithin(page: CheckedPage, graphic: PageElement): boolean {
  let text = '';
  const open = [graphic];
  for (let next = open.pop(); next !== undefined && text.length < FALLBACK_MAX; next = open.pop()) {
    const own = next.children.filter(isText).map(({ props }) => props.nodeValue ?? '');
    own.push(next === graphic ? '' : (next.attr('aria-label') ?? ''), next.attr('alt') ?? '');
    // A title or description is not drawn.
    const isPerceived = ['title', 'desc'].includes(next.props.nodeName) || page.isExposed(next);
    if (/\S/.test(own.join('')) && isPerceived) text += ` ${own.join(' ').trim()}`;
    for (const child of next.children) {
      if (isElement(child) && !silent.has(child.props.nodeName)) open.push(child);
    }
  }
  const isFallback = graphic.props.nodeName === 'canvas' && text.length < FALLBACK_MAX && FALLBACK.test(text);
  return text !== '' && !isFallback;
}

/** True if the page says that a graphic is decoration, which may be a mistake. */
function isHidden(page: CheckedPage, graphic: PageElement): boolean {
  return ['none', 'presentation'].includes(graphic.attr('role') ?? '') || !page.isExposed(graphic);
}
