import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Env as AcceptScanEnv } from '../functions/accept-scan/env.ts';
import type { Env as AuthorizeEnv } from '../functions/authorize/env.ts';
import type { Env as CancelScanEnv } from '../functions/cancel-scan/env.ts';
import type { Env as CreateSiteEnv } from '../functions/create-site/env.ts';
import type { Env as CreateSuppressionEnv } from '../functions/create-suppression/env.ts';
import type { Env as DeleteSiteEnv } from '../functions/delete-site/env.ts';
import type { Env as DeleteSuppressionEnv } from '../functions/delete-suppression/env.ts';
import type { Env as GetPictureEnv } from '../functions/get-picture/env.ts';
import type { Env as GetReportEnv } from '../functions/get-report/env.ts';
import type { Env as GetScanEnv } from '../functions/get-scan/env.ts';
import type { Env as GetSiteEnv } from '../functions/get-site/env.ts';
import type { Env as GetTrendEnv } from '../functions/get-trend/env.ts';
import type { Env as ListFindingsEnv } from '../functions/list-findings/env.ts';
import type { Env as ListRuleSetsEnv } from '../functions/list-rule-sets/env.ts';
import type { Env as ListScansEnv } from '../functions/list-scans/env.ts';
import type { Env as ListSitesEnv } from '../functions/list-sites/env.ts';
import type { Env as ListSuppressionsEnv } from '../functions/list-suppressions/env.ts';
import type { Env as TriggerScanEnv } from '../functions/trigger-scan/env.ts';
import type { Env as UpdateSiteEnv } from '../functions/update-site/env.ts';
import type { Env as UpdateSuppressionEnv } from '../functions/update-suppression/env.ts';
import type { CredentialsKey } from './credentials-key.ts';
import { storedUrlEnvironment } from './egress.ts';
import { type FunctionDefaults, NodeFunction } from './node-function.ts';
import type { ReportBucket } from './report-bucket.ts';
import type { ApiFunctionName } from './routes.ts';
import type { ScanQueues } from './scan-queues.ts';
import type { Store, TableAction } from './store.ts';

export interface ApiFunctionsProps {
  readonly defaults: FunctionDefaults;
  readonly store: Store;
  readonly queues: ScanQueues;
  readonly bucket: ReportBucket;
  readonly credentialsKey: CredentialsKey;
}

/** Reading by id, and counting the request: the one update that every call with a key makes. */
const read: readonly TableAction[] = ['GetItem', 'UpdateItem'];

/** The functions behind the gateway, each with the variables and permissions of its one use case. */
export class ApiFunctions extends Construct {
  readonly authorize: NodeFunction<AuthorizeEnv>;
  /** Answers every method that a resource does not have. */
  readonly refuseMethod: NodeFunction<object>;
  readonly byName: Readonly<Record<ApiFunctionName, NodeFunction<object>>>;

  constructor(scope: Construct, id: string, props: ApiFunctionsProps) {
    super(scope, id);
    const { defaults, store, queues, bucket, credentialsKey } = props;
    const { settings } = defaults;
    const tables = { TABLE_NAME: store.table.tableName, AUDIT_TABLE_NAME: store.auditTable.tableName };
    const common = { ...tables, REQUESTS_PER_MINUTE: String(settings.limits.requestsPerMinute) };
    const sealing = { CREDENTIALS_KEY_ARN: credentialsKey.key.keyArn };
    const storedUrls = storedUrlEnvironment(settings);
    const toFinish = { FINISH_QUEUE_URL: queues.finish.queue.queueUrl };
    // The gateway gives up after 29 s; what an API function does takes far less.
    const shape = { defaults, timeout: Duration.seconds(15), memory: settings.memory.api };

    this.authorize = new NodeFunction<AuthorizeEnv>(this, 'Authorize', {
      ...shape,
      name: 'authorize',
      description: 'Verifies the API key of a call',
      environment: tables,
      memory: settings.memory.authorizer,
    });
    store.allow(this.authorize, ['GetItem', 'UpdateItem']);
    store.allowAuditing(this.authorize);

    const listSites = new NodeFunction<ListSitesEnv>(this, 'ListSites', {
      ...shape,
      name: 'list-sites',
      description: 'Lists the sites that the key may access',
      environment: common,
    });
    store.allow(listSites, [...read, 'Query', 'BatchGetItem']);

    const createSite = new NodeFunction<CreateSiteEnv>(this, 'CreateSite', {
      ...shape,
      name: 'create-site',
      description: 'Creates a site',
      environment: { ...common, ...sealing, ...storedUrls },
    });
    store.allow(createSite, ['UpdateItem', 'PutItem']);
    credentialsKey.allowSealing(createSite);

    const getSite = new NodeFunction<GetSiteEnv>(this, 'GetSite', {
      ...shape,
      name: 'get-site',
      description: 'Answers with one site',
      environment: common,
    });
    store.allow(getSite, read);

    const updateSite = new NodeFunction<UpdateSiteEnv>(this, 'UpdateSite', {
      ...shape,
      name: 'update-site',
      description: 'Changes a site',
      environment: { ...common, ...sealing, ...storedUrls },
    });
    store.allow(updateSite, [...read, 'PutItem']);
    credentialsKey.allowSealing(updateSite);

    const deleteSite = new NodeFunction<DeleteSiteEnv>(this, 'DeleteSite', {
      ...shape,
      name: 'delete-site',
      description: 'Deletes a site, has its objects deleted and cancels its unfinished scans',
      environment: { ...common, ...toFinish },
    });
    // It notes whose objects are to be deleted.
    store.allow(deleteSite, [...read, 'Query', 'PutItem', 'DeleteItem']);
    queues.finish.allowSending(deleteSite);

    const triggerScan = new NodeFunction<TriggerScanEnv>(this, 'TriggerScan', {
      ...shape,
      name: 'trigger-scan',
      description: 'Starts a scan of a site',
      environment: {
        ...common,
        ...storedUrls,
        PLAN_QUEUE_URL: queues.plan.queue.queueUrl,
        UNFINISHED_SCANS_LIMIT: String(settings.limits.unfinishedScans),
        PAGES_PER_MONTH_LIMIT: String(settings.limits.pagesPerMonth),
        HIGH_SHARE_LIMIT: String(settings.limits.highShare),
      },
    });
    store.allow(triggerScan, [...read, 'PutItem', 'ConditionCheckItem']);
    queues.plan.allowSending(triggerScan);

    const listScans = new NodeFunction<ListScansEnv>(this, 'ListScans', {
      ...shape,
      name: 'list-scans',
      description: 'Lists the scans of a site',
      environment: common,
    });
    store.allow(listScans, [...read, 'Query', 'BatchGetItem']);

    const getScan = new NodeFunction<GetScanEnv>(this, 'GetScan', {
      ...shape,
      name: 'get-scan',
      description: 'Answers with one scan and its progress',
      environment: common,
    });
    store.allow(getScan, read);

    const cancelScan = new NodeFunction<CancelScanEnv>(this, 'CancelScan', {
      ...shape,
      name: 'cancel-scan',
      description: 'Cancels a scan',
      environment: { ...common, ...toFinish },
    });
    store.allow(cancelScan, read);
    queues.finish.allowSending(cancelScan);

    const acceptScan = new NodeFunction<AcceptScanEnv>(this, 'AcceptScan', {
      ...shape,
      name: 'accept-scan',
      description: 'Accepts a scan as the baseline of later ones',
      environment: { ...common, BUCKET_NAME: bucket.bucket.bucketName },
    });
    store.allow(acceptScan, [...read, 'PutItem', 'ConditionCheckItem']);
    bucket.allowReading(acceptScan, 'reports/*/state.json');
    bucket.allowMissing(acceptScan);

    const getReport = new NodeFunction<GetReportEnv>(this, 'GetReport', {
      ...shape,
      name: 'get-report',
      description: 'Answers with the report of a scan, or a link to it',
      environment: { ...common, BUCKET_NAME: bucket.bucket.bucketName },
      // It holds a report of several megabytes twice: as read and as escaped.
      memory: 2 * settings.memory.api,
    });
    store.allow(getReport, read);
    bucket.allow(getReport, 'GetObject', 'reports/');
    bucket.allowMissing(getReport);

    const listFindings = new NodeFunction<ListFindingsEnv>(this, 'ListFindings', {
      ...shape,
      name: 'list-findings',
      description: 'Lists the findings of a scan',
      environment: { ...common, BUCKET_NAME: bucket.bucket.bucketName },
      // It holds the index of many findings, as text and as numbers.
      memory: 2 * settings.memory.api,
    });
    store.allow(listFindings, read);
    bucket.allowReading(listFindings, 'reports/*/findings-index.json');
    bucket.allowReading(listFindings, 'reports/*/findings.ndjson');
    bucket.allowMissing(listFindings);

    const getPicture = new NodeFunction<GetPictureEnv>(this, 'GetPicture', {
      ...shape,
      name: 'get-picture',
      description: 'Answers with a link to a picture of a finding',
      environment: { ...common, BUCKET_NAME: bucket.bucket.bucketName },
    });
    store.allow(getPicture, read);
    bucket.allow(getPicture, 'GetObject', 'pictures/');
    bucket.allowMissing(getPicture);

    const getTrend = new NodeFunction<GetTrendEnv>(this, 'GetTrend', {
      ...shape,
      name: 'get-trend',
      description: 'Answers with the trend of a site',
      environment: common,
    });
    store.allow(getTrend, [...read, 'Query']);

    const listSuppressions = new NodeFunction<ListSuppressionsEnv>(this, 'ListSuppressions', {
      ...shape,
      name: 'list-suppressions',
      description: 'Lists the suppressions of a site',
      environment: common,
    });
    store.allow(listSuppressions, [...read, 'Query']);

    const createSuppression = new NodeFunction<CreateSuppressionEnv>(this, 'CreateSuppression', {
      ...shape,
      name: 'create-suppression',
      description: 'Suppresses findings of a site',
      environment: common,
    });
    store.allow(createSuppression, [...read, 'PutItem', 'ConditionCheckItem']);

    const updateSuppression = new NodeFunction<UpdateSuppressionEnv>(this, 'UpdateSuppression', {
      ...shape,
      name: 'update-suppression',
      description: 'Changes a suppression',
      environment: common,
    });
    store.allow(updateSuppression, [...read, 'PutItem']);

    const deleteSuppression = new NodeFunction<DeleteSuppressionEnv>(this, 'DeleteSuppression', {
      ...shape,
      name: 'delete-suppression',
      description: 'Deletes a suppression',
      environment: common,
    });
    store.allow(deleteSuppression, [...read, 'DeleteItem']);

    const listRuleSets = new NodeFunction<ListRuleSetsEnv>(this, 'ListRuleSets', {
      ...shape,
      name: 'list-rule-sets',
      description: 'Lists what config.rules takes',
      environment: common,
    });
    store.allow(listRuleSets, ['UpdateItem']);

    const behindKey = {
      'list-sites': listSites,
      'create-site': createSite,
      'get-site': getSite,
      'update-site': updateSite,
      'delete-site': deleteSite,
      'trigger-scan': triggerScan,
      'list-scans': listScans,
      'get-scan': getScan,
      'cancel-scan': cancelScan,
      'accept-scan': acceptScan,
      'get-report': getReport,
      'list-findings': listFindings,
      'get-picture': getPicture,
      'get-trend': getTrend,
      'list-suppressions': listSuppressions,
      'create-suppression': createSuppression,
      'update-suppression': updateSuppression,
      'delete-suppression': deleteSuppression,
      'list-rule-sets': listRuleSets,
    };
    for (const each of Object.values(behindKey)) store.allowAuditing(each);

    const keyless = { ...shape, environment: {} };
    this.byName = {
      ...behindKey,
      'get-openapi': new NodeFunction(this, 'GetOpenapi', {
        ...keyless,
        name: 'get-openapi',
        description: 'Answers with the OpenAPI document',
      }),
      'get-health': new NodeFunction(this, 'GetHealth', {
        ...keyless,
        name: 'get-health',
        description: 'Says that the API answers',
      }),
    };
    this.refuseMethod = new NodeFunction(this, 'RefuseMethod', {
      ...keyless,
      name: 'refuse-method',
      description: 'Answers 405 for methods that a resource does not have',
    });
  }
}
