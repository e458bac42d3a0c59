import { z } from 'zod';
import { type AuditEntry, auditActions } from './audit-entry.ts';

/** An entry of the audit log, as the API shows it. */
export const auditEntryViewSchema = z
  .object({
    auditId: z.string().meta({ description: 'Id of the entry.' }),
    time: z.iso.datetime().meta({ description: 'Time of the action.' }),
    accountId: z.string().meta({ description: 'Id of the account.' }),
    actor: z.string().meta({
      description:
        'Who acted: the id of a key or a person, the name of an operator, `service`, or `stranger` for the reader of a shared report.',
    }),
    actorName: z
      .string()
      .nullable()
      .meta({ description: 'The present name of the key or person; null for other actors.' }),
    action: z.enum(auditActions).meta({ description: 'What was done.' }),
    target: z.string().meta({ description: 'Id of the object of the action.' }),
    sourceIp: z.string().optional().meta({ description: 'Network address that the call came from.' }),
    requestId: z.string().meta({ description: 'Id of the request.' }),
    detail: z
      .record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]))
      .optional()
      .meta({ description: 'Details: ids, names of changed members, a role, a time.' }),
  })
  .meta({ id: 'AuditEntry', description: 'An entry of the audit log.' });
export type AuditEntryView = z.infer<typeof auditEntryViewSchema>;

/** Returns the view of an entry. @param names names by the ids of keys and people */
export function toAuditEntryView(entry: AuditEntry, names: ReadonlyMap<string, string>): AuditEntryView {
  return { ...entry, actorName: names.get(entry.actor) ?? null };
}
