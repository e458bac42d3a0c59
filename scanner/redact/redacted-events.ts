import type { Credentials } from '../../core/sites/credentials.ts';
import type { ChunkEvents } from '../chunk.ts';
import { redactionOf } from './redact-result.ts';

/** The same events, told of nothing that must not be stored. */
export function redactedEvents(events: ChunkEvents, credentials: Credentials | undefined): ChunkEvents {
  const redaction = redactionOf(credentials);
  return {
    pageStarted: (page) => events.pageStarted(page),
    pageFinished: (result, links, finalUrl) =>
      events.pageFinished(
        redaction.result(result),
        redaction.links(links),
        finalUrl === null ? null : redaction.text(finalUrl),
      ),
    pageDeferred: (page, deferral) =>
      events.pageDeferred(page, { ...deferral, detail: redaction.prose(deferral.detail) }),
  };
}
