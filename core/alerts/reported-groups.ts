import type { ReportedGroup } from './alert-state.ts';

/** What was reported of the groups of a site, and will be reported in a scan. */
export class ReportedGroups {
  readonly #all: Map<string, ReportedGroup>;
  readonly #now: Pick<ReportedGroup, 'line' | 'at'>;

  constructor(groups: readonly ReportedGroup[], now: Pick<ReportedGroup, 'line' | 'at'>) {
    this.#all = new Map(groups.map((group) => [group.id, group]));
    this.#now = now;
  }

  /**
   * Notes that this scan found groups open. From then on, only a scan that continues it, or the one that reported them,
   * can find them fixed.
   */
  noteSeen(ids: readonly string[]): void {
    for (const id of ids) {
      const known = this.#all.get(id);
      if (known?.state === 'open') this.#all.set(id, { ...known, line: this.#now.line });
    }
  }

  /**
   * True if it may be reported that a group is open: unless that is known, or its state is known from a newer scan.
   * @param fixedAt when the group was found fixed; what was reported before is outdated
   */
  mayBeOpened(id: string, fixedAt: string | undefined): boolean {
    const known = this.#all.get(id);
    if (known === undefined) return true;
    if (known.at > this.#now.at) return false;
    return known.state === 'fixed' || (fixedAt !== undefined && known.at <= fixedAt);
  }

  /** False if a group is known to be fixed, or if scans with other rules or of another branch found it open last. */
  canBeFixed(id: string): boolean {
    const known = this.#all.get(id);
    if (known === undefined) return true;
    const { line, at } = this.#now;
    return known.state === 'open' && [known.line, known.openedIn].includes(line) && known.at <= at;
  }

  setOpen(ids: readonly string[]): void {
    for (const id of ids) this.#set(id, 'open');
  }

  setFixed(ids: readonly string[]): void {
    for (const id of ids) this.#set(id, 'fixed');
  }

  #set(id: string, state: ReportedGroup['state']): void {
    // The entries that changed last are at the end.
    this.#all.delete(id);
    this.#all.set(id, { id, state, ...this.#now, openedIn: this.#now.line });
  }

  list(): ReportedGroup[] {
    return [...this.#all.values()];
  }
}
