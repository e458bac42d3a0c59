import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import type { Scan } from '../scans/scan.ts';
import { isPlainText, NOT_PLAIN } from '../sites/plain-text.ts';
import { SHARED_DAYS_DEFAULT, SHARED_DAYS_MAX } from './shared-limits.ts';

const DAY_MS = 86_400_000;

/**
 * Maximum number of shared reports of one scan that have not ended. The index that counts them may lag behind, so that
 * concurrent calls may exceed it by a few.
 */
export const SHARED_PER_SCAN_MAX = 50;

/** Maximum number of characters of the note of a shared report. */
export const NOTE_LENGTH_MAX = 200;

/** A report that strangers may read by a link, as the service stores it. Times are RFC 3339 UTC. */
export interface SharedReport {
  /** Id, `share_…`. It is also in the token. */
  shareId: string;
  accountId: string;
  siteId: string;
  /** The name of the site when the report was shared. */
  siteName: string;
  scanId: string;
  /** The report revision that strangers may read; no other one. */
  revision: string;
  /** SHA-256 of the secret in the token. */
  tokenHash: string;
  note: string | null;
  createdBy: { personId: string; name: string };
  createdAt: string;
  expiresAt: string;
  /** Until when the report exists at least. It exists longer while later scans are compared with it. */
  reportKeptUntil: string;
  /** The last day (UTC) on which the link was opened; absent before that. */
  lastOpenedOn?: string;
}

const days = z.number().int().min(1).max(SHARED_DAYS_MAX);

/** The body of `POST /shared-reports`. */
export const shareReportSchema = z
  .strictObject({
    scanId: createIdSchema('scan').meta({ description: 'The scan whose report is shared.' }),
    expiresInDays: days
      .default(SHARED_DAYS_DEFAULT)
      .meta({ description: 'Number of days for which the report can be read.' }),
    note: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(NOTE_LENGTH_MAX)
      .refine(isPlainText, NOT_PLAIN)
      .nullable()
      .default(null)
      .meta({ description: 'For whom it is shared. Only members of the account see it.' }),
  })
  .meta({ id: 'ShareReport', description: 'A report to share.' });
export type ShareReport = z.output<typeof shareReportSchema>;

const viewMembers = {
  id: createIdSchema('share').meta({ description: 'Id of the shared report.' }),
  scanId: createIdSchema('scan').meta({ description: 'The scan whose report is shared.' }),
  siteId: createIdSchema('site').meta({ description: 'Id of its site.' }),
  siteName: z.string().meta({ description: 'Name of the site when the report was shared.' }),
  note: z.string().nullable().meta({ description: 'For whom it is shared; null without a note.' }),
  createdBy: z
    .object({ personId: createIdSchema('person'), name: z.string() })
    .meta({ description: 'Who shared the report, with the name at that time.' }),
  createdAt: z.iso.datetime().meta({ description: 'When the report was shared.' }),
  expiresAt: z.iso.datetime().meta({ description: 'Until when the link works, unless it is revoked.' }),
  reportKeptUntil: z.iso.datetime().meta({
    description:
      'Until when the service keeps the report at least. Sharing does not keep it longer; the link ends with the report.',
  }),
  lastOpenedOn: z.iso
    .date()
    .nullable()
    .meta({ description: 'The last day (UTC) on which the link was opened; null if it was never opened.' }),
};

/** A shared report, as members see it. */
export const sharedReportViewSchema = z
  .object(viewMembers)
  .meta({ id: 'SharedReport', description: 'A report that strangers may read by a link.' });
export type SharedReportView = z.infer<typeof sharedReportViewSchema>;

/** A new shared report with its token. */
export const newSharedReportSchema = z
  .object({
    ...viewMembers,
    token: z.string().meta({
      description: 'The secret of the link. The service stores only a hash of it: no other response has it.',
    }),
    url: z.url().meta({ description: 'The link for readers. The token is in its fragment.' }),
  })
  .meta({ id: 'NewSharedReport', description: 'A new shared report with its link.' });
export type NewSharedReport = z.infer<typeof newSharedReportSchema>;

/** Returns the view of a shared report. */
export function toSharedReportView(shared: SharedReport): SharedReportView {
  const { shareId: id, scanId, siteId, siteName, note, createdBy, createdAt, expiresAt } = shared;
  const { reportKeptUntil, lastOpenedOn = null } = shared;
  return {
    id,
    scanId,
    siteId,
    siteName,
    note,
    createdBy,
    createdAt,
    expiresAt,
    reportKeptUntil,
    lastOpenedOn,
  };
}

/** Returns the time that is a number of days after another one, RFC 3339 UTC. */
export function addDays(time: Date, number: number): string {
  return new Date(time.getTime() + number * DAY_MS).toISOString();
}

/**
 * Returns until when the report of a scan exists at least, RFC 3339 UTC: the bucket deletes objects some days after
 * their last write, and the report was written after the scan had finished.
 */
export function computeReportEnd(
  { finishedAt, createdAt }: Pick<Scan, 'finishedAt' | 'createdAt'>,
  retentionDays: number,
): string {
  return addDays(new Date(finishedAt ?? createdAt), retentionDays);
}

/** What an account allows about shared reports. */
export const sharingModes = ['allowed', 'forbidden'] as const;
export type SharingMode = (typeof sharingModes)[number];

/** The setting of an account about shared reports, as the account stores it. */
export interface SharingSetting {
  /** Absent in an account that never changed it: allowed. */
  sharing?: SharingMode;
  /**
   * Until when sharing was forbidden last, or since when it is. Reports that were shared before stay unreadable if it
   * is allowed again.
   */
  sharingEndedAt?: string;
}

/** True if a shared report can be read: it has not expired, and the account has not forbidden sharing since. */
export function isReadable(
  { createdAt, expiresAt }: Pick<SharedReport, 'createdAt' | 'expiresAt'>,
  { sharing, sharingEndedAt }: SharingSetting,
  now: Date,
): boolean {
  return (
    sharing !== 'forbidden' &&
    now.getTime() < Date.parse(expiresAt) &&
    (sharingEndedAt === undefined || createdAt > sharingEndedAt)
  );
}
