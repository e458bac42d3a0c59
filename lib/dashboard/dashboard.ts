import { Fn } from 'aws-cdk-lib';
import { Trigger } from 'aws-cdk-lib/triggers';
import { Construct } from 'constructs';
import { API_PATH } from '../../core/api/endpoint.ts';
import { type FunctionDefaults, NodeFunction } from '../node-function.ts';
import type { SignInProvider } from '../stage-settings.ts';
import { DashboardDistribution } from './distribution.ts';
import { definePublishFunction } from './publish-function.ts';
import type { SignInConfiguration } from './sign-in-parameter.ts';
import { StaticBucket } from './static-bucket.ts';
import { DashboardUserPool } from './user-pool.ts';
import { DashboardClient } from './user-pool-client.ts';

export interface DashboardProps {
  readonly apiId: string;
  readonly originSecret: string;
  /** Host of the bucket with the pictures of findings. */
  readonly pictureHost: string;
  readonly identityProvider: DashboardUserPool | SignInProvider;
  /** What must be deployed before the files, so that new screens never meet an earlier API. */
  readonly publishAfter: readonly Construct[];
}

/** The dashboard: its files and the API on one host, as a client of the provider of identities. */
export class Dashboard extends Construct {
  /** `https://<host>`, without a slash. */
  readonly origin: string;
  /** First label of the host name that CloudFront gives the distribution. */
  readonly distributionLabel: string;
  readonly signIn: SignInConfiguration;
  /** The client of the user pool; undefined if people sign in at another provider. */
  client: DashboardClient | undefined;

  constructor(scope: Construct, id: string, props: DashboardProps, defaults: FunctionDefaults) {
    super(scope, id);
    const { settings } = defaults;
    const files = new StaticBucket(this, 'Files');
    const { distribution, origin } = new DashboardDistribution(this, 'Distribution', {
      ...props,
      bucket: files.bucket,
      settings,
    });
    this.origin = origin;
    this.distributionLabel = Fn.select(0, Fn.split('.', distribution.distributionDomainName));
    this.signIn = { origin, ...this.#register(props.identityProvider) };
    this.#publish(files, defaults, [files, distribution, ...props.publishAfter]);
  }

  /** Makes the dashboard a client of the user pool. At another provider, the operator registers it. */
  #register(provider: DashboardUserPool | SignInProvider): Omit<SignInConfiguration, 'origin'> {
    if (!(provider instanceof DashboardUserPool)) return { ...provider, signOut: { kind: 'oidc' } };
    this.client = new DashboardClient(this, 'UserPool', {
      pool: provider.pool,
      callback: `${this.origin}${API_PATH}/sign-in/callback`,
      signedOut: `${this.origin}/signed-out`,
    });
    const { clientId } = this.client;
    return { issuer: provider.issuer, clientId, signOut: { kind: 'cognito', url: provider.signOutUrl } };
  }

  /** Publishes the files at each deployment that changes them. The deployment fails if that fails. */
  #publish(files: StaticBucket, defaults: FunctionDefaults, executeAfter: Construct[]): void {
    const row = definePublishFunction(files);
    const publish = new NodeFunction(this, 'publish-dashboard', row, defaults);
    new Trigger(this, 'Publish', { handler: publish.function, timeout: row.timeout, executeAfter });
  }
}
