import type { ServerResponse } from 'node:http';
import { type ReceivedRequest, type Receiver, startReceiver } from './receiver.ts';

/**
 * A stand-in for incoming webhooks of Slack, which refuses what Slack refuses. Source of the limits:
 * https://docs.slack.dev/reference/block-kit/blocks, and for all blocks together
 * https://github.com/slackapi/bolt-js/issues/2509.
 */
export interface FakeSlack extends Receiver {
  /** The messages that were accepted. */
  // biome-ignore lint/suspicious/noExplicitAny: each test reads the members that it expects
  accepted: any[];
}

export async function startSlack(): Promise<FakeSlack> {
  const accepted: unknown[] = [];
  const receiver = await startReceiver();
  receiver.answer = (response: ServerResponse, { body, headers }: ReceivedRequest) => {
    const fault = findSlackFault(String(headers['content-type']), body);
    if (fault !== undefined) return void response.writeHead(400).end(fault);
    accepted.push(JSON.parse(body));
    response.writeHead(200).end('ok');
  };
  return Object.assign(receiver, { accepted });
}

const BLOCKS_MAX = 50;
const TOTAL_MAX = 13_000;
const textLimits: Record<string, number> = { header: 150, section: 3_000 };

/** Returns the answer with which Slack refuses a message; undefined if it accepts it. */
export function findSlackFault(contentType: string, body: string): string | undefined {
  if (contentType !== 'application/json') return 'invalid_payload';
  const { text, blocks } = JSON.parse(body);
  if (typeof text !== 'string' || text === '') return 'no_text';
  if (text.length > 40_000) return 'msg_too_long';
  if (!Array.isArray(blocks) || blocks.length > BLOCKS_MAX) return 'invalid_blocks';
  if (JSON.stringify(blocks).length > TOTAL_MAX) return 'msg_blocks_too_long';
  for (const block of blocks) {
    const limit = textLimits[block.type];
    if (limit !== undefined) {
      if (!(block.text.text.length > 0 && block.text.text.length <= limit)) return 'invalid_blocks';
      continue;
    }
    if (block.type !== 'rich_text') return 'invalid_blocks_format';
    for (const section of block.elements) {
      if (section.elements.length === 0) return 'invalid_blocks';
      for (const element of section.elements) {
        if (element.text.length === 0) return 'invalid_blocks';
        if (element.type === 'link' && !(element.url.length > 0 && element.url.length <= 3_000))
          return 'invalid_blocks';
      }
    }
  }
  return undefined;
}
