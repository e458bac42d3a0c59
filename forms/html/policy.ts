import { createHash } from 'node:crypto';
import { script } from './script.ts';
import { style } from './style.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The policy that keeps the HTML report inert, for its meta element: nothing loads, no address is sent to, and only
 * the report's own script and style sheet, known by their hashes, and pictures within the file apply.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
