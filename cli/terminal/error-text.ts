import type { CliError } from '../errors.ts';
import { escapeLogBlock } from './log-text.ts';
import type { Style } from './terminal.ts';

/** An error as people read it: what is wrong, and on lines of its own what to do next. What a person did is no error. */
export function errorText({ ending, message, hint }: CliError, { bold, red }: Style): string {
  const label = ending === 'interrupted' ? '' : `${bold(red('Error:'))} `;
  return label + [message, ...(hint === undefined ? [] : [hint])].map(escapeLogBlock).join('\n');
}
