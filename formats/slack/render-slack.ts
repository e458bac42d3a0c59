import type { AlertMessage, MessageEntry, MessageLink, MessageSection } from '../../core/alerts/message.ts';
import { escapeSlack } from './escape-slack.ts';

/**
 * Limits of Slack: https://docs.slack.dev/reference/block-kit/blocks. The limit of all blocks together is not documented;
 * longer messages are refused with `msg_blocks_too_long`: https://github.com/slackapi/bolt-js/issues/2509.
 */
const BLOCKS_MAX = 50;
const HEADER_LENGTH_MAX = 150;
const SECTION_LENGTH_MAX = 3_000;
/** Of the JSON of all blocks, which is longer than what Slack counts. */
const TOTAL_LENGTH_MAX = 12_500;

const TITLE_LENGTH_MAX = 200;
const VALUE_LENGTH_MAX = 300;
const REMEDY_LENGTH_MAX = 500;
const URL_LENGTH_MAX = 2_000;

type RichText =
  | { type: 'text'; text: string; style?: { bold?: true; code?: true } }
  | { type: 'link'; url: string; text: string; style?: { bold: true } };

/** A block of Block Kit, of the kinds that are used here. */
export type SlackBlock =
  | { type: 'header'; text: { type: 'plain_text'; text: string; emoji: false } }
  | { type: 'section'; text: { type: 'plain_text'; text: string; emoji: false } }
  | { type: 'rich_text'; elements: { type: 'rich_text_section'; elements: RichText[] }[] };

/** The body of a request to an incoming webhook. */
export interface SlackMessage {
  /** What notifications and screen readers use. */
  text: string;
  /** Slack must not interpret `text`. */
  mrkdwn: false;
  unfurl_links: false;
  unfurl_media: false;
  blocks: SlackBlock[];
}

/**
 * Returns a message for an incoming webhook of Slack. Texts are in blocks that have no markup (`plain_text`, and the
 * texts of `rich_text`), and are escaped, so that no text of a page can mention people, link, or format. Entries that
 * do not fit are counted.
 */
export function renderSlack(message: AlertMessage): SlackMessage {
  const { title, intro, sections, action, reason, settings } = message;
  const beginning: SlackBlock[] = [
    { type: 'header', text: plain(title, HEADER_LENGTH_MAX) },
    ...(intro.length === 0
      ? []
      : [{ type: 'section' as const, text: plain(intro.join('\n\n'), SECTION_LENGTH_MAX) }]),
  ];
  const end: SlackBlock[] = [
    ...richText([link(action)]),
    ...richText([
      text(reason, VALUE_LENGTH_MAX),
      ...(settings === null ? [] : [text(' ', 1), link(settings)]),
    ]),
  ];
  const space = new Space([...beginning, ...end]);
  const listed = sections.flatMap((section) => listBlocks(section, space));
  return {
    text: escapeSlack([title, ...intro].join('\n'), SECTION_LENGTH_MAX).trim() || '…',
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [...beginning, ...listed, ...end],
  };
}

/** What is left of a message. */
class Space {
  #blocks: number;
  #length: number;

  constructor(used: SlackBlock[]) {
    this.#blocks = BLOCKS_MAX - used.length;
    this.#length = TOTAL_LENGTH_MAX - JSON.stringify(used).length;
  }

  /** Takes space for blocks, if there is enough for them and `reserved` further ones. */
  take(blocks: readonly SlackBlock[], reserved: readonly SlackBlock[] = []): boolean {
    const length = (of: readonly SlackBlock[]) => JSON.stringify(of).length + 1;
    if (blocks.length + reserved.length > this.#blocks) return false;
    if (length(blocks) + length(reserved) > this.#length) return false;
    this.#blocks -= blocks.length;
    this.#length -= length(blocks);
    return true;
  }
}

/** Returns the blocks of a section, as many as fit, and how many entries are missing. */
function listBlocks({ heading, intro = [], entries, omitted }: MessageSection, space: Space): SlackBlock[] {
  const blocks = richText([
    text(heading, TITLE_LENGTH_MAX, { bold: true }),
    ...intro.map((paragraph) => text(`\n${toLine(paragraph)}`, REMEDY_LENGTH_MAX)),
  ]);
  // The longest number that the note can have.
  const reserved = describeOmitted(Number.MAX_SAFE_INTEGER);
  if (!space.take(blocks, reserved)) return [];
  let shown = 0;
  for (const entry of entries) {
    const described = describeEntry(entry);
    if (!space.take(described, reserved)) break;
    blocks.push(...described);
    shown += 1;
  }
  const missing = entries.length - shown + omitted;
  const note = describeOmitted(missing);
  if (missing > 0 && space.take(note)) blocks.push(...note);
  return blocks;
}

function describeOmitted(count: number): SlackBlock[] {
  return richText([text(`and ${count} more`, TITLE_LENGTH_MAX)]);
}

function describeEntry({ title, link: url, facts, remedy }: MessageEntry): SlackBlock[] {
  const parts: RichText[] = [
    url === null
      ? text(toLine(title), TITLE_LENGTH_MAX, { bold: true })
      : { ...link({ text: toLine(title), url }), style: { bold: true } },
    ...facts.flatMap(({ name, value, isCode }): RichText[] => [
      text(`\n${name}: `, TITLE_LENGTH_MAX),
      text(toLine(value), VALUE_LENGTH_MAX, isCode ? { code: true } : undefined),
    ]),
    ...(remedy === null ? [] : [text(`\nHow to fix: ${toLine(remedy)}`, REMEDY_LENGTH_MAX)]),
  ];
  return richText(parts);
}

/** Returns a text without line breaks: a line of a page must not look like a line of the message. */
function toLine(content: string): string {
  // Cut first: a text of a page may be long.
  return content
    .slice(0, 2 * REMEDY_LENGTH_MAX)
    .replace(/\s+/g, ' ')
    .trim();
}

function plain(content: string, max: number): { type: 'plain_text'; text: string; emoji: false } {
  return { type: 'plain_text', text: escapeSlack(content, max) || '…', emoji: false };
}

function text(content: string, max: number, style?: { bold?: true; code?: true }): RichText {
  return { type: 'text', text: escapeSlack(content, max), ...(style && { style }) };
}

/** Returns a link; only its text if the URL is too long or no web address. */
function link({ text: content, url }: MessageLink): RichText & { text: string } {
  const shown = escapeSlack(content, TITLE_LENGTH_MAX);
  const isUsable = url.length <= URL_LENGTH_MAX && /^https?:\/\//.test(url);
  return isUsable ? { type: 'link', url, text: shown || url } : { type: 'text', text: shown };
}

/** Returns a block without its empty texts, which Slack refuses; none if it has no other. */
function richText(elements: RichText[]): SlackBlock[] {
  const filled = elements.filter((element) => element.text !== '');
  if (filled.length === 0) return [];
  return [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: filled }] }];
}
