import type { Attribute, ElementFacts, OpeningTag } from './element-facts.ts';
import { foldText, normalizeName } from './generated-name.ts';
import { normalizeAddress } from './normalize-address.ts';

type Meaning = 'name' | 'field' | 'names' | 'text' | 'word' | 'link' | 'file';

/**
 * The attributes that distinguish elements, by the type of their value. Not included: attributes for styling or
 * behavior (class, style, event handlers), attributes for states, and unknown attributes.
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
/** Elements whose text is that of other elements, which may change. */
const containers = new Set(
  `article aside body datalist details dialog dl fieldset footer form frame frameset header html iframe main menu nav
  object ol optgroup section select table tbody tfoot thead tr ul`.split(/\s+/),
);
/** Classes of icon fonts name the icon. */
const ICON_CLASS =
  /^(?:fa|fas|far|fab|bi|icon|icons|glyphicon|ti|mdi|ri|la|pi|ph|lucide|feather|dashicons|octicon|codicon|anticon)-[a-z][a-z-]*$/;
/** Maximum number of UTF-16 units of a value in the key. */
const VALUE_MAX = 500;

/**
 * Returns the normalized element as a text, independent of its location in the page: tag, distinguishing attributes,
 * its text if it is not a container and, if it has neither text nor name, its content. Elements that a person would
 * consider the same have equal keys. Generated values are normalized.
 */
export function getElementKey(facts: ElementFacts): string {
  const key = keys.get(facts) ?? buildElementKey(facts);
  keys.set(facts, key);
  return key;
}

/** Cache: the key of an element is needed twice for each rule with a finding on the element. */
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

/** True if an attribute is part of the normalized element. */
export function isDistinguishing(name: string): boolean {
  return Object.hasOwn(meanings, name);
}

/**
 * True if a name, an address, the text or the content distinguishes an element from others with the same tag and type.
 */
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

/** Returns the key of a frame: the element that embeds it, without the query and fragment of the frame's URL. */
export function buildFrameKey(owner: ElementFacts): string {
  const attributes = listStableAttributes(owner, owner.base).map(([name, value]) =>
    meanings[name] === 'file' ? [name, value.replace(/[?#].*$/s, '')] : [name, value],
  );
  return JSON.stringify([owner.tag, attributes]);
}

/** Returns the tag and the distinguishing attributes of an element as a text. */
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

/** Returns what distinguishes unnamed images: the outline, the file, or the class of the icon. */
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
