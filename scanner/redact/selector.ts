import { REDACTED } from '../../core/redaction/secret-names.ts';
import { isSecretAttribute } from './snippet.ts';

/**
 * An attribute selector as axe writes it (quotes and backslashes escaped, or truncated), a combinator, or other text.
 */
const TOKEN = /\[([^\s[\]="$]{1,200})(\$?=)"((?:[^"\\]|\\.)*)("\]|$)|[\s>]+|[^[\s>]+|\[/gs;
const ELEMENT_NAME = /^[a-z][\w-]*/i;

interface Piece {
  text: string;
  attribute?: { name: string; operator: string; value: string; close: string };
}

/**
 * Redacts a selector: removes the attribute values that snippets do not show either. axe also builds selectors from
 * attributes, with values of up to 30 characters.
 */
export function redactSelector(selector: string): string {
  if (!selector.includes('[')) return selector;
  let redacted = '';
  let compound: Piece[] = [];
  const end = () => {
    redacted += redactCompound(compound);
    compound = [];
  };
  for (const [text, name, operator = '', value = '', close = ''] of selector.matchAll(TOKEN)) {
    if (name !== undefined) compound.push({ text, attribute: { name, operator, value, close } });
    else if (/^[\s>]/.test(text)) {
      end();
      redacted += text;
    } else compound.push({ text });
  }
  end();
  return redacted;
}

function redactCompound(pieces: Piece[]): string {
  const getAttribute = (wanted: string) =>
    pieces.find(({ attribute }) => attribute?.name === wanted)?.attribute?.value;
  // A selector without an element name may match an input.
  const element = ELEMENT_NAME.exec(pieces[0]?.text ?? '')?.[0].toLowerCase() ?? 'input';
  return pieces
    .map(({ text, attribute }) =>
      attribute !== undefined && isSecretAttribute(attribute.name, element, getAttribute)
        ? `[${attribute.name}${attribute.operator}"${REDACTED}${attribute.close}`
        : text,
    )
    .join('');
}
