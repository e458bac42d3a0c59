import type { ChunkEvents } from '../../core/scans/chunk.ts';
import type { Redaction } from './redact-result.ts';

/** The same events, told of nothing that must not be stored. */
export function redactedEvents(events: ChunkEvents, redaction: Redaction): ChunkEvents {
  return {
    pageStarted: (page) => events.pageStarted(page),
    picture: (id, bytes) => events.picture(id, bytes),
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
