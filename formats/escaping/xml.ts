import { escapeLine } from '../../core/text/line.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/**
 * Text in the output of a test that makes GitLab, Jenkins and Azure Pipelines attach a file from the machine that
 * parses the report (https://kohsuke.org/2012/03/13/attaching-files-to-junit-tests/).
 */
const ATTACHMENT = /\[(?=\[ATTACHMENT\|)/gi;

/**
 * Returns one line of text escaped for XML content and quoted attributes. Characters that XML does not allow become
 * visible, and text from a page cannot attach a file to a test.
 */
export function escapeXmlLine(text: string, max?: number): string {
  return (
    escapeLine(text, max)
      .replace(ATTACHMENT, '[ ')
      // `>` too, so that no `]]>` remains.
      .replace(/[&<>"']/g, (character) => entities[character] ?? character)
  );
}
