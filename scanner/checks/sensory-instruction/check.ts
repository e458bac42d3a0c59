import { askReview, type Check } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { isElement } from '../in-page/nodes.ts';
import { readText } from '../in-page/text.ts';
import { chooseByLanguage, toWords } from '../in-page/words/languages.ts';
import { type SensoryWords, sensoryWords } from '../in-page/words/sensory.ts';

const QUESTION =
  'Can users find the control if they perceive neither its shape, nor its color, nor its position?';
const COLOR_QUESTION = 'Can users who perceive no color find out which parts this text is about?';
const tags = ['p', 'li', 'dd', 'td', 'label', 'legend', 'figcaption', 'div', 'span'];
const inline: ReadonlySet<string> = new Set(
  'a abbr b br code em i img kbd small span strong sub sup'.split(' '),
);
/** Maximum length of a text with instructions. */
const TEXT_MAX = 600;
/** How many words after the action its control is named, and before and after a color what has it. */
const REACH = 6;
const BEFORE = 5;
const AFTER = 2;

/** Tests texts without other blocks in them. */
export const check: Check = function* (page) {
  const words = chooseByLanguage(page, sensoryWords);
  if (words === undefined) return;
  const known = readWords(words);
  const tested = new Set<PageElement>();
  for (const block of page.byTag(...tags)) {
    const { parent } = block;
    // A part of a sentence is read with its block.
    if (parent !== null && tested.has(parent as PageElement)) {
      tested.add(block);
      continue;
    }
    if (!block.children.every((node) => !isElement(node) || inline.has(node.props.nodeName))) continue;
    if (block.children.length === 0) continue;
    tested.add(block);
    const text = readText(block, TEXT_MAX);
    if (text === null || !page.isVisible(block)) continue;
    for (const sentence of text.split(/[.!?](?:\s|$)/)) {
      const question = isSensory(sentence, known)
        ? QUESTION
        : isColored(sentence, known)
          ? COLOR_QUESTION
          : null;
      if (question === null) continue;
      yield askReview(block, question, { text: sentence.trim() });
      break;
    }
  }
};

interface KnownWords {
  actions: ReadonlySet<string>;
  controls: ReadonlySet<string>;
  looks: ReadonlySet<string>;
  positions: readonly string[];
  looksFollow: boolean;
  subjects: ReadonlySet<string>;
  colors: ReadonlySet<string>;
  meanings: ReadonlySet<string>;
}

function readWords({ looksFollow = false, ...words }: SensoryWords): KnownWords {
  const { actions, controls, looks, positions, subjects, colors, meanings } = words;
  return {
    subjects: new Set(subjects),
    colors: new Set(colors),
    meanings: new Set(meanings),
    actions: new Set(actions),
    controls: new Set(controls),
    looks: new Set(looks),
    positions,
    looksFollow,
  };
}

/**
 * Returns whether a sentence asks for an action on a control that only its look or position identifies. Quotation marks
 * or capitals before the control name it.
 */
function isSensory(
  sentence: string,
  { actions, controls, looks, positions, looksFollow }: KnownWords,
): boolean {
  if (/["“”„«»‘*]|(?:^|\s)'/.test(sentence)) return false;
  const words = toWords(sentence);
  const action = words.findIndex((word) => actions.has(word));
  if (action < 0) return false;
  const reach = words.slice(action + 1, action + 1 + REACH);
  const control = reach.findIndex((word) => controls.has(word));
  if (control < 0) return false;
  const before = reach.slice(0, control);
  const look = looksFollow ? reach[control + 1] : before.at(-1);
  if (look !== undefined && looks.has(look)) return true;
  // Without words that name the control, such as "the search button", only the position is left.
  const rest = ` ${reach.slice(control + 1).join(' ')} `;
  return before.length <= 1 + Number(looksFollow) && positions.some((each) => rest.startsWith(` ${each} `));
}

/** Returns whether a sentence says something about parts of the page that only their color singles out. */
function isColored(sentence: string, { subjects, colors, meanings }: KnownWords): boolean {
  if (/["“”„«»‘*]|(?:^|\s)'/.test(sentence)) return false;
  const words = toWords(sentence);
  if (!words.some((word) => meanings.has(word))) return false;
  return words.some(
    (word, at) =>
      colors.has(word) &&
      words.slice(Math.max(0, at - BEFORE), at + AFTER + 1).some((near) => subjects.has(near)),
  );
}
