import { type DueKind, formatDue, parseDue } from '../../core/due/due-kind.ts';
import { listDueItems } from './due-items.ts';
import { indexKeys } from './item-keys.ts';
import type { Store } from './store.ts';

/** Something that is due now. */
interface DueItem {
  kind: DueKind;
  /** Id of the key, schedule and so on: the part of `pk` after its prefix. */
  id: string;
  /** The item's `gsi3sk`. A write that handles what is due requires that it has not changed. */
  due: string;
}

/** The attributes that list an item as due. @param at RFC 3339 UTC */
export function buildDueKeys(id: string, at: string, kind: DueKind): { gsi3pk: string; gsi3sk: string } {
  return { gsi3pk: indexKeys.due(id), gsi3sk: formatDue(at, kind) };
}

/**
 * Returns what is due, longest waiting first. What another version of the service wrote, with a kind that this one does
 * not know, is left to that version.
 */
export async function listDue(store: Store, now: Date): Promise<DueItem[]> {
  const found = await listDueItems(store, indexKeys.dueShards(), now);
  return found.flatMap(({ pk, gsi3sk }) => {
    const parsed = parseDue(gsi3sk);
    return parsed === undefined
      ? []
      : [{ kind: parsed.kind, id: pk.slice(pk.indexOf('#') + 1), due: gsi3sk }];
  });
}
