import { bindTo } from '../../adapters/bind-to.ts';
import { findAccount, findKey } from '../../adapters/dynamodb/access.ts';
import * as deliveries from '../../adapters/dynamodb/deliveries.ts';
import { forgetFailures, readTargetHealth } from '../../adapters/dynamodb/delivery-targets.ts';
import { findPerson } from '../../adapters/dynamodb/people.ts';
import { findSites } from '../../adapters/dynamodb/sites.ts';
import * as webhooks from '../../adapters/dynamodb/webhooks.ts';
import { defineSharedFunction, route } from '../../adapters/http/api-function.ts';
import { requestDelivery } from '../../adapters/queues/request-step.ts';
import { openSealing, sealText } from '../../adapters/sealing/sealing.ts';
import { createOriginReader } from '../../adapters/sign-in/settings.ts';
import { toDeliveryDetail, toDeliveryView } from '../../core/alerts/delivery-view.ts';
import * as endpoints from '../../core/api/webhook-endpoints.ts';
import { mapPage } from '../../core/listing/page.ts';
import * as ofDeliveries from '../../use-cases/manage-deliveries.ts';
import * as ofWebhooks from '../../use-cases/manage-webhooks.ts';
import { createEndpointCheck } from '../egress/egress-policy.ts';
import { schemas } from '../env.ts';

/** Handles the calls that manage endpoints of webhooks, and those about their deliveries. */
export const createHandler = defineSharedFunction(schemas['manage-webhooks'], (store, env) => {
  const readOrigin = createOriginReader(env.SIGN_IN_PARAMETER);
  const { findDelivery, insertDelivery, listDeliveries, replaceDelivery } = deliveries;
  const { findWebhook, insertWebhook, listWebhooks, removeWebhook, replaceWebhook } = webhooks;
  const dependencies = {
    ...bindTo(store, { findAccount, findKey, findPerson, findSites, readTargetHealth, forgetFailures }),
    ...bindTo(store, { findWebhook, insertWebhook, listWebhooks, removeWebhook, replaceWebhook }),
    ...bindTo(store, { findDelivery, insertDelivery, listDeliveries }),
    replaceDelivery: bindTo(store, { replaceDelivery }).replaceDelivery,
    ...bindTo(openSealing(env.CREDENTIALS_KEY_ARN), { sealText }),
    ...bindTo(env.DELIVERIES_QUEUE_URL, { requestDelivery }),
    findEndpointFault: createEndpointCheck(env, readOrigin),
    readOrigin,
  };
  const getHost = ({ origin }: { origin: string }) => new URL(origin).hostname;
  return [
    route(endpoints.listWebhooks, async (call) => ({
      status: 200,
      json: await ofWebhooks.listWebhooks(dependencies, call),
    })),
    route(endpoints.createWebhook, async (call) => {
      const json = await ofWebhooks.createWebhook(dependencies, { ...call, ownHost: getHost(call.base) });
      return { status: 201, headers: { Location: `${call.base.path}/webhooks/${json.id}` }, json };
    }),
    route(endpoints.getWebhook, async ({ params, ...call }) => ({
      status: 200,
      json: await ofWebhooks.getWebhook(dependencies, { ...call, ...params }),
    })),
    route(endpoints.updateWebhook, async ({ params, ...call }) => ({
      status: 200,
      json: await ofWebhooks.updateWebhook(dependencies, {
        ...call,
        ...params,
        ownHost: getHost(call.base),
      }),
    })),
    route(endpoints.deleteWebhook, async ({ params, ...call }) => {
      await ofWebhooks.deleteWebhook(dependencies, { ...call, ...params });
      return { status: 204 };
    }),
    route(endpoints.rotateWebhookSecret, async ({ params, ...call }) => ({
      status: 200,
      json: await ofWebhooks.rotateWebhookSecret(dependencies, { ...call, ...params }),
    })),
    route(endpoints.testWebhook, async ({ params, ...call }) => ({
      status: 202,
      json: toDeliveryView(await ofDeliveries.testWebhook(dependencies, { ...call, ...params })),
    })),
    route(endpoints.listWebhookDeliveries, async ({ params, ...call }) => ({
      status: 200,
      json: mapPage(
        await ofDeliveries.listWebhookDeliveries(dependencies, { ...call, ...params }),
        toDeliveryView,
      ),
    })),
    route(endpoints.getWebhookDelivery, async ({ params, ...call }) => ({
      status: 200,
      json: toDeliveryDetail(await ofDeliveries.getWebhookDelivery(dependencies, { ...call, ...params })),
    })),
    route(endpoints.redeliver, async ({ params, ...call }) => ({
      status: 202,
      json: toDeliveryView(await ofDeliveries.redeliver(dependencies, { ...call, ...params })),
    })),
  ];
});
