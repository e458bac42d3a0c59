import type { Transcripts } from './record.ts';

/**
 * Returns the document with each transcript as a code block between `<!-- transcript:NAME -->` and
 * `<!-- /transcript -->`.
 * @throws Error if the document does not have exactly one such pair for a transcript
 */
export function insertTranscripts(document: string, transcripts: Transcripts): string {
  let text = document;
  for (const [name, transcript] of Object.entries(transcripts)) {
    const [before, rest, ...others] = text.split(`<!-- transcript:${name} -->\n`);
    const end = rest?.indexOf('<!-- /transcript -->') ?? -1;
    if (rest === undefined || end === -1 || others.length > 0) {
      throw new Error(`The document needs exactly one pair of comments for the transcript "${name}"`);
    }
    text = `${before}<!-- transcript:${name} -->\n\`\`\`\n${transcript}\`\`\`\n${rest.slice(end)}`;
  }
  return text;
}
