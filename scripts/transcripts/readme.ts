import type { Transcripts } from './record.ts';

/**
 * A document with each transcript as a code block between `<!-- transcript:NAME -->` and `<!-- /transcript -->`.
 * @throws Error when it has no place, or several, for one of them
 */
export function withTranscripts(document: string, transcripts: Transcripts): string {
  let text = document;
  for (const [name, transcript] of Object.entries(transcripts)) {
    const [before, rest, ...others] = text.split(`<!-- transcript:${name} -->\n`);
    const end = rest?.indexOf('<!-- /transcript -->') ?? -1;
    if (rest === undefined || end === -1 || others.length > 0) {
      throw new Error(`there must be one place for the transcript "${name}"`);
    }
    text = `${before}<!-- transcript:${name} -->\n\`\`\`\n${transcript}\`\`\`\n${rest.slice(end)}`;
  }
  return text;
}
