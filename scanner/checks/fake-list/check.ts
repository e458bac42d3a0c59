import { askReview, type Check, fail } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { isElement, isText, listNodesWithin } from '../in-page/nodes.ts';
import { readText } from '../in-page/text.ts';

/** A line of text, and the element that has it. */
interface Line {
  element: PageElement;
  text: string;
}

/** Minimum number of lines of a list. */
const LINES_MIN = 3;
/** Maximum length of a line that is an item and not a numbered paragraph. */
const ITEM_MAX = 200;
/** Maximum width and height of a symbol beside a text, in CSS pixels. */
const SYMBOL_MAX = 32;
const pictures: ReadonlySet<string> = new Set(
  'img svg canvas video audio iframe object embed picture figure table'.split(' '),
);
const QUESTION = 'Are these lines items of a list?';

const inline: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code em i img kbd q s small span strong sub sup time u var font label'.split(' '),
);
const blocks: ReadonlySet<string> = new Set(['p', 'div']);
/** Elements whose lines are no list, or are one already. */
const skipped: ReadonlySet<string> = new Set(
  'pre code textarea ul ol dl menu script style select svg math head'.split(' '),
);

/** Roles of elements whose content is a list, or belongs together in another way. */
const groupRoles: ReadonlySet<string> = new Set([
  ...['list', 'listbox', 'menu', 'log', 'feed', 'radiogroup', 'tablist', 'tree'],
  ...['table', 'grid', 'treegrid', 'rowgroup', 'row'],
]);
/** Roles that say nothing about a block. */
const plainRoles: ReadonlySet<string> = new Set(['', 'none', 'presentation', 'generic', 'paragraph']);
const headings: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Tests elements with lines: paragraphs within it, or text between line breaks. */
export const check: Check = function* (page) {
  for (const parent of page.elements) {
    if (parent.children.length < LINES_MIN || skipped.has(parent.props.nodeName)) continue;
    for (const run of listRuns(readLines(page, parent))) {
      const [first] = run.lines;
      if (first === undefined || groupRoles.has(page.role(parent) ?? '') || !page.isVisible(first.element))
        continue;
      const data = { lines: run.lines.length, first: first.text };
      // A line can be the caption of a picture.
      const hasPictures = run.lines.some(({ element }) => element !== parent && hasPicture(element));
      if (run.marker === 'hyphen' || hasPictures) yield askReview(first.element, QUESTION, data);
      else
        yield fail(
          first.element,
          `${run.lines.length} lines look like a list, and are no list element.`,
          data,
        );
    }
  }
};

/** Returns the lines of an element: those of its paragraphs, and its own text between line breaks. */
function readLines(page: CheckedPage, parent: PageElement): Line[] {
  const lines: Line[] = [];
  let text = '';
  const end = () => {
    const line = text.replace(/\s+/g, ' ').trim();
    if (line !== '') lines.push({ element: parent, text: line });
    text = '';
  };
  for (const child of parent.children) {
    if (isText(child)) text += child.props.nodeValue ?? '';
    else if (isElement(child)) {
      const { nodeName } = child.props;
      if (inline.has(nodeName)) text += readText(child, ITEM_MAX) ?? '…';
      else {
        end();
        if (blocks.has(nodeName)) lines.push({ element: child, text: readBlock(page, child) });
        else if (nodeName !== 'br' && nodeName !== 'wbr') lines.push({ element: child, text: '' });
      }
    }
  }
  end();
  return lines;
}

/** Returns the text of a block; empty if it is long, has a role, or contains a heading, as a section does. */
function readBlock(page: CheckedPage, block: PageElement): string {
  const text = readText(block, ITEM_MAX) ?? '';
  if (readMarker(text).marker === '') return text;
  const isHeading = (element: PageElement) =>
    headings.has(element.props.nodeName) || element.attr('role') === 'heading';
  const isSection = [...listNodesWithin(block)].some((node) => isElement(node) && isHeading(node));
  return isSection || !plainRoles.has(page.role(block) ?? '') ? '' : text;
}

/** True if a block has a picture or something else to look at, and not only a symbol beside its text. */
function hasPicture(block: PageElement): boolean {
  return [...listNodesWithin(block)].some((node) => {
    if (!isElement(node) || !pictures.has(node.props.nodeName)) return false;
    const { width, height } = node.boundingClientRect;
    return width > SYMBOL_MAX && height > SYMBOL_MAX;
  });
}

/** Returns the lines that follow each other and begin with the same marker, or with the next number. */
function listRuns(lines: readonly Line[]): { marker: string; lines: Line[] }[] {
  const runs: { marker: string; last: number; lines: Line[] }[] = [];
  let current: (typeof runs)[number] | undefined;
  for (const line of lines) {
    const { marker, number } = readMarker(line.text);
    const continues =
      current !== undefined &&
      marker === current.marker &&
      marker !== '' &&
      (number === null || number === current.last + 1);
    if (continues && current !== undefined) {
      current.lines.push(line);
      current.last = number ?? 0;
    } else {
      current = { marker, last: number ?? 0, lines: [line] };
      // A numbered list begins with 1.
      if (marker !== '' && (number === null || number === 1)) runs.push(current);
    }
  }
  return runs.filter((run) => run.lines.length >= LINES_MIN);
}

function readMarker(text: string): { marker: string; number: number | null } {
  const [, bullet] = /^([•·▪▫‣◦●○■□►▶✓✔➢➔])\s?\S/u.exec(text) ?? [];
  if (bullet !== undefined) return { marker: bullet, number: null };
  if (/^[-*] ?[^\s\d*-]/.test(text) || /^[–—→⇒›»] ?[^\s\d–—]/.test(text))
    return { marker: 'hyphen', number: null };
  const [, digits, sign] = /^(\d{1,3})([.)]) ?[^\s\d]/.exec(text) ?? [];
  if (digits !== undefined && sign !== undefined) return { marker: sign, number: Number(digits) };
  return { marker: '', number: null };
}
