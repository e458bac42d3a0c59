import { openStore } from '../../adapters/dynamodb/store.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { createPublicEventHandler } from '../../adapters/http/public-handler.ts';
import { createRefusalRecorder } from '../../adapters/http/record-refusal.ts';
import { createRouter } from '../../adapters/http/router.ts';
import { createProviderOpener } from '../../adapters/sign-in/provider.ts';
import { createSettingsReader } from '../../adapters/sign-in/settings.ts';
import * as endpoints from '../../core/api/sign-in-endpoints.ts';
import { Problem } from '../../core/problems/problem.ts';
import { schemas } from '../env.ts';
import { createBeginHandle } from './begin.ts';
import { createFinishHandle } from './finish.ts';
import { createSignOutHandle } from './sign-out.ts';

/**
 * Signs people in at an OpenID Connect provider, and out. The calls need no credential: a person who signs in has none,
 * and a sign-out must also succeed with a session that has ended.
 */
export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schemas['sign-in'], environment);
  const store = openStore({ table: env.TABLE_NAME, auditTable: env.AUDIT_TABLE_NAME });
  const readSettings = createSettingsReader(env.SIGN_IN_PARAMETER, env.SIGN_IN_LOOPBACK_ISSUER === 'allowed');
  const context = {
    store,
    originSecret: env.ORIGIN_SECRET,
    async readSettings() {
      const settings = await readSettings();
      if (settings !== null) return settings;
      throw new Problem(
        'route-not-found',
        'The service runs without its dashboard, so that no one can sign in.',
      );
    },
    openProvider: createProviderOpener(),
    recordRefusal: createRefusalRecorder(store),
  };
  const handles = [
    [endpoints.beginSignIn, createBeginHandle(context)],
    [endpoints.finishSignIn, createFinishHandle(context)],
    [endpoints.signOut, createSignOutHandle(context)],
  ] as const;
  return createRouter(
    handles.map(([endpoint, handle]) => ({ endpoint, handler: createPublicEventHandler(endpoint, handle) })),
  );
}
