import type {
  Attribute,
  ElementFacts,
  ElementMarkup,
  OpeningTag,
} from '../../core/findings/element-facts.ts';
import { REDACTED } from '../../core/redaction/secret-names.ts';
import { isSecretAttribute } from './snippet.ts';

/**
 * Returns a redacted copy of an element's facts. Redacts the same attributes as in snippets.
 * @param prose redacts a text
 */
export function redactElement(given: ElementFacts, prose: (text: string) => string): ElementFacts {
  const opening = (each: OpeningTag): OpeningTag => ({
    tag: each.tag,
    attributes: redactAttributes(each, prose),
  });
  return {
    ...redactMarkup(given, prose),
    text: given.text === null ? null : prose(given.text),
    inside: given.inside === null ? null : given.inside.map(opening),
    path: given.path.map((step) => ({
      tag: step.tag,
      index: step.index,
      role: prose(step.role),
      id: prose(step.id),
      label: prose(step.label),
      inShadow: step.inShadow,
    })),
    hosts: given.hosts.map(opening),
    base: prose(given.base),
  };
}

/** Returns a redacted copy of an element's markup. */
export function redactMarkup(given: ElementMarkup, prose: (text: string) => string): ElementMarkup {
  return { tag: given.tag, attributes: redactAttributes(given, prose), ownText: prose(given.ownText) };
}

function redactAttributes({ tag, attributes }: OpeningTag, prose: (text: string) => string): Attribute[] {
  const getAttribute = (wanted: string) => attributes.find(([name]) => name === wanted)?.[1];
  return attributes.map(([name, value]) => {
    if (value !== '' && isSecretAttribute(name, tag, getAttribute)) return [prose(name), REDACTED];
    return [prose(name), prose(value)];
  });
}
