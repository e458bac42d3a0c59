/**
 * The indexes of the main table. The keys of the global ones are the attributes `<index>pk` and `<index>sk`; the local
 * one sorts by `<index>sk`. docs/data-model.md lists the items in each.
 */
export const globalIndexes = ['gsi1', 'gsi2', 'gsi3'] as const;
export const LOCAL_INDEX = 'lsi1';
export type TableIndex = (typeof globalIndexes)[number] | typeof LOCAL_INDEX;

/**
 * The indexes of the audit table. The partition key of each is the attribute `<index>pk`; the sort key is the id of the
 * entry, as in the table.
 */
export const auditIndexes = ['byTarget', 'byActor', 'byAction'] as const;
export type AuditIndex = (typeof auditIndexes)[number];
