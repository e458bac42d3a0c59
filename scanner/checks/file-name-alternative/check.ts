import { askReview, type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { type CheckedPage, listElementsWithin } from '../in-page/checked-page.ts';
import { getFileName, getFileStem, isImageFileName } from '../in-page/image-files.ts';
import { toPhrase } from '../in-page/words/languages.ts';
import { placeholderAlternatives } from '../in-page/words/placeholders.ts';

const placeholders: ReadonlySet<string> = new Set(placeholderAlternatives);
/** Names that cameras give, such as `IMG_1234`, also without an extension. */
const GIVEN_BY_CAMERA = /^(?:(?:img|dsc[nf]?|pict)[\s_-]{0,2}\d{4,14}(?:[\s_-]\d{1,10})?|p\d{7})$/i;
/** Numbered names, which tools give too. */
const NUMBERED =
  /^(?:img|dsc[nf]?|pict?|image|photo|screenshot|untitled)[\s_-]{0,2}\d{2,14}(?:[\s_-]\d{1,10})?$/i;

/** Tests the names of images. */
export const check: Check = function* (page) {
  let texts: ReadonlySet<string> | undefined;
  let controls: ReadonlySet<PageElement> | undefined;
  const byRole = page.byAttribute('role').filter((element) => /^ima?ge?$/.test(element.attr('role') ?? ''));
  const inputs = page.byTag('input').filter((input) => input.attr('type')?.toLowerCase() === 'image');
  for (const image of new Set([...page.byTag('img', 'area'), ...inputs, ...byRole])) {
    if (!page.isExposed(image)) continue;
    const name = page.name(image);
    if (name === '') continue;
    const data = { name };
    if (isImageFileName(name)) {
      if (isDownload(image)) {
        yield pass();
        continue;
      }
      texts ??= readTexts(page);
      if (texts.has(name.toLowerCase()))
        yield askReview(image, 'Does the alternative say what the image says?', data);
      else yield fail(image, 'The alternative is the name of a file.', data);
    } else if (GIVEN_BY_CAMERA.test(name))
      yield fail(image, 'The alternative is a name that a camera gave.', data);
    else if (NUMBERED.test(name)) {
      // The number says which image a thumbnail opens.
      controls ??= listElementsWithin(page, ({ props }) => ['a', 'button'].includes(props.nodeName));
      if (controls.has(image)) yield pass();
      else yield askReview(image, 'Does the alternative say what the image says?', data);
    } else if (placeholders.has(toPhrase(name)))
      yield askReview(image, 'Does the alternative say what the image says?', data);
    else if (isFileStem(image, name))
      yield askReview(image, 'Does the alternative say what the image says?', data);
    else yield pass();
  }
};

/** True if the image is the content of a link to a file. */
function isDownload({ parent }: PageElement): boolean {
  const link = parent as PageElement | null;
  return (
    link?.props.nodeName === 'a' &&
    (link.hasAttr('download') || isImageFileName(getFileName(link.attr('href') ?? '')))
  );
}

/** True if a name is that of the file of its image, as only files are named. */
function isFileStem(image: PageElement, name: string): boolean {
  if (!/[_\d]/.test(name) || /\s/.test(name) || name.length < 5) return false;
  return getFileStem(image.attr('src') ?? '').toLowerCase() === name.toLowerCase();
}

/** Returns the texts of the document, in lower case. */
function readTexts(page: CheckedPage): ReadonlySet<string> {
  return new Set(page.allTexts.map(({ props }) => (props.nodeValue ?? '').trim().toLowerCase()));
}
