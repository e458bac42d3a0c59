import { bindTo } from '../../adapters/bind-to.ts';
import { readAccount } from '../../adapters/dynamodb/access.ts';
import * as alerts from '../../adapters/dynamodb/alerts.ts';
import { insertDelivery } from '../../adapters/dynamodb/deliveries.ts';
import { forgetFailures, readTargetHealth } from '../../adapters/dynamodb/delivery-targets.ts';
import { findInvitation } from '../../adapters/dynamodb/invitations.ts';
import { ensureMailSettings } from '../../adapters/dynamodb/mail-settings.ts';
import { findMembership, findMemberships } from '../../adapters/dynamodb/memberships.ts';
import { findPeople, findPerson } from '../../adapters/dynamodb/people.ts';
import { findScan, listScans } from '../../adapters/dynamodb/scans.ts';
import { findSite, findSites } from '../../adapters/dynamodb/sites.ts';
import { findStoppedAddress } from '../../adapters/dynamodb/stopped-addresses.ts';
import { defineSharedFunction, route } from '../../adapters/http/api-function.ts';
import { openReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { openSealing, sealText } from '../../adapters/sealing/sealing.ts';
import { createOriginReader } from '../../adapters/sign-in/settings.ts';
import * as endpoints from '../../core/api/alert-endpoints.ts';
import { API_PATH } from '../../core/api/endpoint.ts';
import type { MailState } from '../../core/mail/notifications.ts';
import {
  createAlert,
  deleteAlert,
  getAlert,
  listAlerts,
  updateAlert,
} from '../../use-cases/manage-alerts.ts';
import { previewAlert } from '../../use-cases/preview-alert.ts';
import { testAlert } from '../../use-cases/test-alert.ts';
import { schemas } from '../env.ts';
import { createReportParts } from '../events/report-parts.ts';
import { createDeliverySender } from '../events/send-delivery.ts';

/** Handles the calls about alerts. */
export const createHandler = defineSharedFunction(schemas['manage-alerts'], (store, env) => {
  const { findAlert, insertAlert, replaceAlert, removeAlert } = alerts;
  const dependencies = {
    ...bindTo(store, { findAlert, insertAlert, replaceAlert, removeAlert, listAlerts: alerts.listAlerts }),
    ...bindTo(store, {
      findMembership,
      findMemberships,
      findPeople,
      findSite,
      findSites,
      findScan,
      listScans,
    }),
    ...bindTo(store, { insertDelivery, readTargetHealth, forgetFailures }),
    // They decide who gets the mail of a test.
    ...bindTo(store, {
      findAccount: readAccount,
      findPerson,
      findInvitation,
      findStoppedAddress,
      ensureMailSettings,
    }),
    mail: (env.MAIL_SENDER === '' ? 'off' : 'on') as MailState,
    ...bindTo(openSealing(env.CREDENTIALS_KEY_ARN), { sealText }),
    ...createReportParts(openReportBucket(env.BUCKET_NAME)),
    sendDelivery: createDeliverySender(env),
    readOrigin: createOriginReader(env.SIGN_IN_PARAMETER),
    loopbackPorts: env.SCAN_LOOPBACK_PORTS,
  };
  return [
    route(endpoints.listAlerts, async (call) => ({
      status: 200,
      json: { items: await listAlerts(dependencies, call) },
    })),
    route(endpoints.createAlert, async (call) => {
      const alert = await createAlert(dependencies, call);
      return {
        status: 201,
        json: alert,
        headers: { Location: `${API_PATH}/alerts/${alert.id}` },
      };
    }),
    route(endpoints.getAlert, async ({ params, ...call }) => ({
      status: 200,
      json: await getAlert(dependencies, { ...call, ...params }),
    })),
    route(endpoints.updateAlert, async ({ params, ...call }) => ({
      status: 200,
      json: await updateAlert(dependencies, { ...call, ...params }),
    })),
    route(endpoints.deleteAlert, async ({ params, ...call }) => {
      await deleteAlert(dependencies, { ...call, ...params });
      return { status: 204 };
    }),
    route(endpoints.testAlert, async ({ params, ...call }) => ({
      status: 202,
      json: { recipients: await testAlert(dependencies, { ...call, ...params }) },
    })),
    route(endpoints.previewAlert, async (call) => ({
      status: 200,
      json: await previewAlert(dependencies, call),
    })),
  ];
});
