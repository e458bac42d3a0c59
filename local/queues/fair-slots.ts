/** How often waiting requests are checked for accounts whose messages have arrived meanwhile. */
const RECHECK_MILLISECONDS = 200;

/** A queue whose messages need the slots of a function. */
export type SlotUser = {
  /** Maximum number of slots of this queue. */
  limit: number;
  /** Returns the accounts whose messages wait, oldest message first. */
  listWaiting: () => readonly string[];
  /** Called with the account whose message must be received next. */
  prefer: (account: string) => void;
};

/** The slots of one queue. */
export type QueueSlots = {
  /** Waits for a slot. Resolves with a function that releases it; further calls of that function have no effect. */
  acquire: () => Promise<() => void>;
  /** Drops the requests that wait. */
  stop: () => void;
};

type Request = { user: SlotUser; held: HeldSlots; grant: (release: () => void) => void };
type Candidate = { request: Request; account: string };

/**
 * The slots of a function, for which its queues and the accounts of their messages compete. A free slot goes to the
 * account that holds fewest, so that all that wait get the same share. Of equal accounts, the one whose turn was
 * longest ago is next, and the queues of one account take turns, so that none waits behind the backlog of another.
 *
 * Without others, an account may take all slots of the function, or of a queue. If it then holds more than two thirds,
 * an account that has none gets an additional slot, instead of waiting until a long chunk has ended.
 */
export class FairSlots {
  private readonly held: HeldSlots;
  private readonly requests: Request[] = [];
  /** When each account got a slot last, as a number that grows. */
  private readonly served = new Map<string, number>();
  private grants = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(limit: number) {
    this.held = new HeldSlots(limit);
  }

  /** Returns the slots for the messages of a queue. */
  forQueue(user: SlotUser): QueueSlots {
    const held = new HeldSlots(user.limit);
    return {
      acquire: () =>
        new Promise((grant) => {
          this.requests.push({ user, held, grant });
          this.grantFree();
        }),
      stop: () => {
        const others = this.requests.filter((request) => request.user !== user);
        this.requests.splice(0, this.requests.length, ...others);
        this.recheckLater();
      },
    };
  }

  private grantFree(): void {
    for (let next = this.findNext(); next !== undefined; next = this.findNext()) {
      this.grant(next.request, next.account);
    }
    this.recheckLater();
  }

  /** Returns the account that gets a slot now, and for which request; undefined if none may have one. */
  private findNext(): Candidate | undefined {
    const rank = ({ account }: Candidate) =>
      [this.held.count(account), this.served.get(account) ?? 0] as const;
    const isBefore = (one: Candidate, other: Candidate) => {
      const [a, b] = [rank(one), rank(other)];
      return a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
    };
    let best: Candidate | undefined;
    for (const request of this.requests) {
      for (const account of request.user.listWaiting()) {
        const candidate = { request, account };
        if (!this.held.mayTake(account) || !request.held.mayTake(account)) continue;
        if (best === undefined || isBefore(candidate, best)) best = candidate;
      }
    }
    return best;
  }

  private grant(request: Request, account: string): void {
    this.requests.splice(this.requests.indexOf(request), 1);
    this.served.set(account, ++this.grants);
    const all = [this.held, request.held];
    for (const each of all) each.take(account);
    request.user.prefer(account);
    let released = false;
    request.grant(() => {
      if (released) return;
      released = true;
      for (const each of all) each.release(account);
      this.grantFree();
    });
  }

  private recheckLater(): void {
    if (this.requests.length === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    } else {
      this.timer ??= setInterval(() => this.grantFree(), RECHECK_MILLISECONDS).unref();
    }
  }
}

/** Who holds the slots of a function or of one of its queues. */
class HeldSlots {
  private readonly limit: number;
  /** If an account holds more, others that hold none need not wait. */
  private readonly share: number;
  private readonly byAccount = new Map<string, number>();
  private total = 0;

  constructor(limit: number) {
    this.limit = limit;
    this.share = Math.max(1, Math.min(limit - 1, Math.ceil((limit * 2) / 3)));
  }

  count(account: string): number {
    return this.byAccount.get(account) ?? 0;
  }

  mayTake(account: string): boolean {
    if (this.total < this.limit) return true;
    const isExceeded = () => [...this.byAccount.values()].some((count) => count > this.share);
    return this.total === this.limit && this.count(account) === 0 && isExceeded();
  }

  take(account: string): void {
    this.total++;
    this.byAccount.set(account, this.count(account) + 1);
  }

  release(account: string): void {
    this.total--;
    if (this.count(account) === 1) this.byAccount.delete(account);
    else this.byAccount.set(account, this.count(account) - 1);
  }
}
