import { bindTo } from '../../adapters/bind-to.ts';
import { findMailSettings, switchMailOff } from '../../adapters/dynamodb/mail-settings.ts';
import { openStore } from '../../adapters/dynamodb/store.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { getCallerAddress } from '../../adapters/http/caller-address.ts';
import { createStrangerHandler } from '../../adapters/http/public-handler.ts';
import { createRouter } from '../../adapters/http/router.ts';
import { LinkGuard } from '../../adapters/keys/link-guard.ts';
import { unsubscribe as endpoint, openUnsubscribe } from '../../core/api/unsubscribe-endpoints.ts';
import { buildUnsubscribePath } from '../../core/mail/unsubscribe-token.ts';
import { unsubscribe } from '../../use-cases/unsubscribe.ts';
import { schemas } from '../env.ts';

/** Handles the calls that switch mails off for the person whose mail has the token. They need no key and no session. */
export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schemas.unsubscribe, environment);
  const store = openStore({ table: env.TABLE_NAME });
  const dependencies = { guard: new LinkGuard(), ...bindTo(store, { findMailSettings, switchMailOff }) };
  const switchOff = createStrangerHandler(endpoint, async ({ query: { token }, now }, event) => {
    const sourceIp = getCallerAddress(event, env.ORIGIN_SECRET);
    await unsubscribe(dependencies, { token, sourceIp, now });
    return { status: 204 };
  });
  const open = createStrangerHandler(openUnsubscribe, async ({ query: { token } }) => ({
    status: 302,
    headers: { Location: buildUnsubscribePath(token), 'Referrer-Policy': 'no-referrer' },
  }));
  return createRouter([
    { endpoint, handler: switchOff },
    { endpoint: openUnsubscribe, handler: open },
  ]);
}
