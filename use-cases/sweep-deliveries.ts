import type { Delivery } from '../core/alerts/delivery.ts';
import type { Listing } from '../core/listing/listing.ts';
import type { ListRange } from '../core/listing/page.ts';
import { forEachAtOnce } from './for-each-at-once.ts';
import type { Log } from './log.ts';

/** A delivery whose message may be due, with what identifies this due time. */
interface Swept {
  delivery: Delivery;
  due: string;
}

export interface SweepDeliveriesDependencies {
  /** The parts of the list, which are read at the same time. */
  shards: readonly string[];
  listSweptDeliveries(shard: string, now: Date, range: ListRange): Promise<Listing<Swept>>;
  /** Sends the message of a delivery to the queue of its channel. */
  sendMessage(delivery: Delivery): Promise<void>;
  /** Sets when the message is sent again, if the delivery is not attempted until then. */
  postponeSweep(swept: Swept, now: Date): Promise<void>;
  log: Log;
}

const PAGE_SIZE = 50;
const AT_ONCE = 10;

/**
 * Sends the messages of the deliveries that are due: of those whose next attempt was too far away for a message in a
 * queue, and of those whose message was lost.
 * @param isTimeUp ends the run; the next one goes on
 * @throws AggregateError if some messages could not be sent; the next run sends them
 */
export async function sweepDeliveries(
  dependencies: SweepDeliveriesDependencies,
  now: Date,
  isTimeUp: () => boolean,
): Promise<void> {
  const { shards, listSweptDeliveries, log } = dependencies;
  const failures: unknown[] = [];
  await Promise.all(
    shards.map(async (shard) => {
      let after: string | undefined;
      do {
        const range = { limit: PAGE_SIZE, ...(after === undefined ? {} : { after }) };
        const { items, next } = await listSweptDeliveries(shard, now, range);
        await sendAll(dependencies, items, now, (error, { deliveryId }) => {
          log.error('could not send the message of a delivery; the next run sends it', { error, deliveryId });
          failures.push(error);
        });
        after = next;
      } while (after !== undefined && !isTimeUp());
    }),
  );
  if (failures.length > 0)
    throw new AggregateError(failures, `the messages of ${failures.length} deliveries could not be sent`);
}

async function sendAll(
  { sendMessage, postponeSweep }: SweepDeliveriesDependencies,
  items: Swept[],
  now: Date,
  onFailure: (error: unknown, delivery: Delivery) => void,
): Promise<void> {
  await forEachAtOnce(items, AT_ONCE, async (swept) => {
    const { delivery } = swept;
    // The index is behind: it may have been attempted meanwhile.
    if (delivery.state !== 'pending') return;
    try {
      await sendMessage(delivery);
      await postponeSweep(swept, now);
    } catch (error) {
      onFailure(error, delivery);
    }
  });
}
