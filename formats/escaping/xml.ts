import { escapeLine } from '../../core/text/line.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/**
 * What GitLab, Jenkins and Azure Pipelines take, in the output of a test, for a file to attach from the machine
 * that reads it (https://kohsuke.org/2012/03/13/attaching-files-to-junit-tests/).
 */
const ATTACHMENT = /\[(?=\[ATTACHMENT\|)/gi;

/**
 * One line of text made safe for XML content and quoted attributes: characters that XML refuses are visible,
 * and no test has an attachment of the page's choice.
 */
export function escapeXmlLine(text: string, max?: number): string {
  return (
    escapeLine(text, max)
      .replace(ATTACHMENT, '[ ')
      // `>` too, so that no `]]>` is left.
      .replace(/[&<>"']/g, (character) => entities[character] ?? character)
  );
}
