import type { Attribute, ElementFacts, OpeningTag } from './element-facts.ts';
import { foldText, normalizeName } from './generated-name.ts';
import { normalizeAddress } from './normalize-address.ts';

type Meaning = 'name' | 'field' | 'names' | 'text' | 'word' | 'link' | 'file';

/**
 * The attributes that tell elements apart, by what they hold. Left out: what says how an element looks or behaves
 * (class, style, handlers), what state it is in, and whatever is not known here.
 */
const meanings: Readonly<Record<string, Meaning>> = {
  id: 'name',
  for: 'name',
  name: 'field',
  'aria-labelledby': 'names',
  'aria-describedby': 'names',
  'aria-controls': 'names',
  'aria-owns': 'names',
  headers: 'names',
  list: 'names',
  alt: 'text',
  title: 'text',
  'aria-label': 'text',
  'aria-roledescription': 'text',
  placeholder: 'text',
  label: 'text',
  role: 'word',
  type: 'word',
  lang: 'word',
  'xml:lang': 'word',
  hreflang: 'word',
  scope: 'word',
  'http-equiv': 'word',
  property: 'word',
  rel: 'word',
  kind: 'word',
  method: 'word',
  autocomplete: 'word',
  inputmode: 'word',
  accesskey: 'word',
  slot: 'word',
  is: 'word',
  icon: 'word',
  'data-icon': 'word',
  'data-testid': 'word',
  'data-test-id': 'word',
  'data-test': 'word',
  'data-cy': 'word',
  'data-qa': 'word',
  href: 'link',
  'xlink:href': 'link',
  action: 'link',
  formaction: 'link',
  cite: 'link',
  src: 'file',
  data: 'file',
  poster: 'file',
};
/** Inputs whose value is a label. */
const labelled = new Set(['button', 'submit', 'reset']);
/** Elements whose text is that of other elements, which come and go. */
const containers = new Set(
  `article aside body datalist details dialog dl fieldset footer form frame frameset header html iframe main menu nav
  object ol optgroup section select table tbody tfoot thead tr ul`.split(/\s+/),
);
/** Classes of icon fonts name the icon. */
const ICON_CLASS =
  /^(?:fa|fas|far|fab|bi|icon|icons|glyphicon|ti|mdi|ri|la|pi|ph|lucide|feather|dashicons|octicon|codicon|anticon)-[a-z][a-z-]*$/;
/** UTF-16 units of a value that count. */
const VALUE_MAX = 500;

/**
 * What an element is, in one text, wherever in its page it is: tag, the attributes that tell elements apart, its text
 * if it is not a container, and where it has neither text nor name, what is in it. Elements that a person would call
 * the same have the same; what programs generate anew is set aside.
 */
export function getElementKey(facts: ElementFacts): string {
  const key = keys.get(facts) ?? buildElementKey(facts);
  keys.set(facts, key);
  return key;
}

/** One element is often asked for: by each rule that found fault with it, and twice by each. */
const keys = new WeakMap<ElementFacts, string>();

function buildElementKey(facts: ElementFacts): string {
  const isContainer = containers.has(facts.tag);
  const text = isContainer ? '' : foldText(facts.text ?? '');
  const attributes = listStableAttributes(facts, facts.base);
  const isNamed = text !== '' || attributes.some(([name]) => meanings[name] === 'text');
  const inside =
    isContainer || isNamed ? [] : (facts.inside ?? []).map((each) => buildShapeKey(each, facts.base));
  const hosts = facts.hosts.map((host) => buildOpeningKey(host, facts.base));
  return JSON.stringify([facts.tag, attributes, text, inside, hosts]);
}

/** Whether an attribute is part of the normalized element. */
export function isDistinguishing(name: string): boolean {
  return Object.hasOwn(meanings, name);
}

/** Whether a name, an address, a text or what is in it distinguishes an element from others of its tag and type. */
export function hasDistinction(facts: ElementFacts): boolean {
  if (isNamedOrAddressed(facts, facts.base)) return true;
  if (containers.has(facts.tag)) return false;
  const isDrawn = ({ attributes }: OpeningTag) =>
    attributes.some(([name]) => name === 'd' || name === 'points');
  return (
    foldText(facts.text ?? '') !== '' ||
    (facts.inside ?? []).some(
      (each) => isNamedOrAddressed(each, facts.base) || isDrawn(each) || listIconClasses(each).length > 0,
    )
  );
}

function isNamedOrAddressed(opening: OpeningTag, base: string): boolean {
  return listStableAttributes(opening, base).some(
    ([name]) => meanings[name] !== 'word' && meanings[name] !== 'names',
  );
}

/** What a frame is to those in it: the element that holds it, without the query of what it shows. */
export function buildFrameKey(owner: ElementFacts): string {
  const attributes = listStableAttributes(owner, owner.base).map(([name, value]) =>
    meanings[name] === 'file' ? [name, value.replace(/[?#].*$/s, '')] : [name, value],
  );
  return JSON.stringify([owner.tag, attributes]);
}

/** Tag and telling attributes of an element in one text. */
function buildOpeningKey(opening: OpeningTag, base: string): string {
  return JSON.stringify([opening.tag, listStableAttributes(opening, base)]);
}

function listStableAttributes(opening: OpeningTag, base: string): Attribute[] {
  const typeOf = opening.attributes.find(([name]) => name === 'type')?.[1].toLowerCase() ?? '';
  return opening.attributes
    .flatMap(([name, value]): Attribute[] => {
      const kept = isLabel(opening.tag, name, typeOf) ? foldText(value) : normalizeValue(name, value, base);
      return kept === '' ? [] : [[name, kept.slice(0, VALUE_MAX)]];
    })
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

function isLabel(tag: string, name: string, type: string): boolean {
  return tag === 'input' && name === 'value' && labelled.has(type);
}

function normalizeValue(name: string, value: string, base: string): string {
  switch (meanings[name]) {
    case 'name':
      return normalizeName(value);
    case 'field':
      return normalizeName(value, 'keep');
    case 'names':
      return value
        .split(/\s+/)
        .map((each) => normalizeName(each))
        .filter((each) => each !== '')
        .join(' ');
    case 'text':
      return foldText(value);
    case 'word':
      return value.trim().toLowerCase().replace(/\s+/g, ' ');
    case 'link':
      return normalizeAddress(value, base, false);
    case 'file':
      return normalizeAddress(value, base, true);
    default:
      return '';
  }
}

/** What tells a nameless picture from another: its outline, its file, or the class of its icon. */
function buildShapeKey(opening: OpeningTag, base: string): string {
  const value = (wanted: string) => opening.attributes.find(([name]) => name === wanted)?.[1] ?? '';
  const outline = ['d', 'points', 'viewBox'].map(value);
  return JSON.stringify([
    opening.tag,
    listStableAttributes(opening, base),
    outline,
    listIconClasses(opening),
  ]);
}

function listIconClasses({ attributes }: OpeningTag): string[] {
  const [, classes = ''] = attributes.find(([name]) => name === 'class') ?? [];
  return classes
    .split(/\s+/)
    .filter((name) => ICON_CLASS.test(name))
    .sort();
}
