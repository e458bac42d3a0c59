/**
 * The indexes of the main table. The keys of the global ones are the attributes `<index>pk` and `<index>sk`; the local
 * one sorts by `<index>sk`. docs/data-model.md lists the items in each.
 */
export const globalIndexes = ['gsi1', 'gsi2', 'gsi3', 'gsi4'] as const;
export const LOCAL_INDEX = 'lsi1';

/**
 * The attributes that a global index holds in addition to the keys; the other indexes hold keys only. These are the
 * ones by which scans of an account are filtered. None of them changes with a page of a scan.
 */
export const copiedAttributes: Partial<Record<TableIndex, readonly string[]>> = {
  gsi4: ['siteId', 'status', 'branch', 'commit', 'gate', 'actor'],
};
export type TableIndex = (typeof globalIndexes)[number] | typeof LOCAL_INDEX;

/**
 * The indexes of the audit table. The partition key of each is the attribute `<index>pk`; the sort key is the id of the
 * entry, as in the table.
 */
export const auditIndexes = ['byTarget', 'byActor', 'byAction'] as const;
export type AuditIndex = (typeof auditIndexes)[number];
