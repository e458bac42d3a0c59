import type { Dom, DomWorld } from '../../page/in-page/dom.ts';
import { askReview, type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';

interface FrameDocument {
  URL: string;
  title: string;
  baseURI: string;
  body: { innerHTML: string; textContent: string | null } | null;
}
declare const document: FrameDocument;
declare const HTMLIFrameElement: { prototype: object };
declare const URL: new (address: string, base: string) => { href: string; hash: string };

/** A frame in the document, or in a document within it. */
interface Frame {
  /** Null if the frame is in a document within this one. */
  element: PageElement | null;
  name: string;
  address: string;
  content: FrameDocument | null;
}

const QUESTION = 'Do these frames with the same name serve different purposes?';
const MESSAGE = 'Frames with the same name show documents with different titles and texts.';
/** Names of frames that have one purpose whatever they show: advertisements, and examples of a document. */
const PURPOSE =
  /\b(?:ad|ads|advert\w*|anzeigen?|werbung|banner|sponsor\w*|publicit\w*|publicidad|pub|demos?|examples?|samples?|previews?|beispiele?|vorschau|exemples?|ejemplos?)\b/;
/** Maximum number of frames that are read. */
const FRAMES_MAX = 100;
const ADDRESS_MAX = 2_000;

/** Compares the frames that have the same name. */
export const check: Check = function* (page) {
  const own = page
    .byTag('iframe', 'frame')
    .filter((element) => page.isExposed(element))
    .slice(0, FRAMES_MAX)
    .map(
      (element): Frame => ({
        element,
        name: normalize(page.name(element)),
        ...readContent(element.actualNode, document),
      }),
    );
  const all = [...own, ...listFramesWithin(own)].filter(({ name }) => name !== '');
  for (const group of Map.groupBy(all, ({ name }) => name).values()) {
    if (group.length < 2) continue;
    // One frame of each document: several frames with the same document serve the same purpose.
    const documents = new Map(group.map((frame) => [frame.address, frame]));
    const addresses = [...documents.keys()];
    const isSame = documents.size === 1 || new Set(group.map(readKey)).size === 1;
    const isOther = !isSame && haveOtherContent([...documents.values()]);
    for (const { element, name } of group) {
      if (element === null) continue;
      const data = { name, addresses };
      if (isSame) yield pass();
      else yield isOther ? fail(element, MESSAGE, data) : askReview(element, QUESTION, data);
    }
  }
};

/** Returns the frames in the documents of frames, as far as their origin allows it. */
function listFramesWithin(frames: readonly Frame[]): Frame[] {
  const { all, attribute } = (globalThis as unknown as DomWorld).a11yDom as Dom;
  const found: Frame[] = [];
  const open = [...frames];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.content === null) continue;
    for (const node of all(next.content, 'iframe')) {
      if (found.length >= FRAMES_MAX) return found;
      const name = normalize(attribute(node, 'aria-label') || attribute(node, 'title') || '');
      const frame = { element: null, name, ...readContent(node, next.content) };
      found.push(frame);
      open.push(frame);
    }
  }
  return found;
}

function readContent(node: object, around: FrameDocument): Pick<Frame, 'address' | 'content'> {
  const { attribute } = (globalThis as unknown as DomWorld).a11yDom as Dom;
  const getter = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentDocument')?.get;
  let content: FrameDocument | null = null;
  try {
    content = (getter?.call(node) ?? null) as FrameDocument | null;
  } catch {
    // The element is a frame of a frameset.
  }
  const isReadable = content !== null && !content.URL.startsWith('about:');
  const address = isReadable
    ? (content?.URL ?? '')
    : (attribute(node, 'src') ?? attribute(node, 'srcdoc') ?? '');
  return { address: normalizeAddress(address, around.baseURI).slice(0, ADDRESS_MAX), content };
}

/**
 * True if no two of the frames can be meant to show the same: each document can be read, and has a title and a text of
 * its own.
 */
function haveOtherContent(frames: readonly Frame[]): boolean {
  if (frames.some(({ name }) => PURPOSE.test(name))) return false;
  const titles = frames.map(({ content }) => normalize(content?.title ?? ''));
  const texts = frames.map(({ content }) => normalize(content?.body?.textContent ?? ''));
  return [titles, texts].every((own) => !own.includes('') && new Set(own).size === own.length);
}

/** Returns what frames with the same purpose have in common: title or markup, or the address if it cannot be read. */
function readKey({ address, content }: Frame): string {
  const title = normalize(content?.title ?? '');
  return title || content?.body?.innerHTML.replace(/\s+/g, ' ').trim() || address;
}

function normalizeAddress(address: string, base: string): string {
  try {
    const url = new URL(address, base);
    url.hash = '';
    return url.href.replace(/\/$/, '');
  } catch {
    return address;
  }
}

function normalize(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
