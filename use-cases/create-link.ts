import { type AuditAction, type AuditEvent, toActor } from '../core/audit/audit-entry.ts';
import type { Scan } from '../core/scans/scan.ts';
import type { RequestContext } from './request-context.ts';

export interface CreateLinkDependencies {
  /** Returns a presigned URL: anyone who has it can read an object of the bucket for some time. */
  presignObjectUrl(
    key: string,
    link: { expiresInSeconds: number; contentType: string; fileName: string },
  ): Promise<string>;
  /** Writes the entry of a read to the audit log. */
  recordRead(event: AuditEvent): Promise<void>;
}

/** A link to an object of the bucket. */
export interface Link {
  url: string;
  /** RFC 3339 UTC. */
  expiresAt: string;
}

/** What a link shows, for the audit log. */
export interface LinkedObject {
  scan: Pick<Scan, 'scanId' | 'siteId'>;
  action: AuditAction;
  /** Ids and names of formats. */
  detail: Record<string, string>;
}

/**
 * Returns a link to an object, with its expiry time. The link works without a key, so the audit log records who got it,
 * before the caller gets it.
 * @throws Error if the audit entry could not be written
 */
export async function createLink(
  { presignObjectUrl: linkTo, recordRead }: CreateLinkDependencies,
  key: string,
  link: { expiresInSeconds: number; contentType: string; fileName: string },
  { scan, action, detail }: LinkedObject,
  { principal, requestId, now }: RequestContext,
): Promise<Link> {
  const url = await linkTo(key, link);
  await recordRead({
    by: toActor(principal, requestId),
    action,
    target: scan.scanId,
    detail: { site: scan.siteId, ...detail },
    now,
  });
  return { url, expiresAt: new Date(now.getTime() + link.expiresInSeconds * 1000).toISOString() };
}
