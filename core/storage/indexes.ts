/**
 * The indexes of the main table. The keys of the global ones are the attributes `<index>pk` and `<index>sk`; the local
 * one sorts by `<index>sk`. docs/data-model.md lists the items in each.
 */
export const globalIndexes = ['gsi1', 'gsi2', 'gsi3'] as const;
export const LOCAL_INDEX = 'lsi1';
export type TableIndex = (typeof globalIndexes)[number] | typeof LOCAL_INDEX;
