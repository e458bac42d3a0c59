import type { DatabaseSync } from 'node:sqlite';
import type { buildApp } from 'fauxqs';

/**
 * fauxqs exports one function that starts all of it: on all of the machine's addresses, and without access to its
 * stores. An unauthenticated server must not be reachable from the network, and the stores are needed (see
 * sqs-s3.ts), so this file assembles its parts. They are not part of its public interface; its version is pinned.
 */
type Stores = NonNullable<NonNullable<Parameters<typeof buildApp>[0]>['stores']>;
export type SqsStore = Stores['sqsStore'];
export type SnsStore = Stores['snsStore'];
export type S3Store = Stores['s3Store'];
export type SqsQueue = NonNullable<ReturnType<SqsStore['getQueueByName']>>;
export type SqsMessage = SqsQueue['messages'][number];

export type Persistence = {
  load(sqs: SqsStore, sns: SnsStore, s3: S3Store): void;
  updateMessageReady(messageId: string): void;
  close(): void;
  db: DatabaseSync;
};

export type FauxqsParts = {
  buildApp: typeof buildApp;
  SqsStore: (new () => SqsStore) & {
    createMessage(
      body: string,
      attributes?: SqsMessage['messageAttributes'],
      delaySeconds?: number,
      messageGroupId?: string,
    ): SqsMessage;
  };
  SnsStore: new () => SnsStore;
  S3Store: new () => S3Store;
  PersistenceManager: new (folder: string) => Persistence;
};

/** Loads the parts by file path, bypassing the package's `exports`. */
export async function loadFauxqs(): Promise<FauxqsParts> {
  const main = import.meta.resolve('fauxqs');
  const part = (path: string) => import(new URL(path, main).href);
  const [app, sqs, sns, s3, persistence] = await Promise.all([
    import('fauxqs'),
    part('./sqs/sqsStore.js'),
    part('./sns/snsStore.js'),
    part('./s3/s3Store.js'),
    part('./persistence.js'),
  ]);
  return {
    buildApp: app.buildApp,
    SqsStore: sqs.SqsStore,
    SnsStore: sns.SnsStore,
    S3Store: s3.S3Store,
    PersistenceManager: persistence.PersistenceManager,
  };
}
