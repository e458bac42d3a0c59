import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import {
  parseDashboardOrigin,
  parseSignInSettings,
  type SignInSettings,
} from '../../core/sign-in/settings.ts';
import { awsClientOptions } from '../aws-client-options.ts';

/** After this time a parameter is read again, so that a change of it has its effect without a deployment. */
const CACHED_MS = 60_000;

/**
 * Returns a function that reads the settings of the sign-in from a parameter of Systems Manager; null if the service
 * runs without its dashboard.
 * @param allowsLoopback see `parseSignInSettings`
 */
export function createSettingsReader(
  name: string,
  allowsLoopback: boolean,
): () => Promise<SignInSettings | null> {
  return createReader(name, (text) => parseSignInSettings(text, allowsLoopback));
}

/** Returns a function that reads the origin of the dashboard from the parameter with the settings of the sign-in. */
export function createOriginReader(name: string): () => Promise<string> {
  return createReader(name, parseDashboardOrigin);
}

function createReader<Value>(name: string, parse: (text: string) => Value): () => Promise<Value> {
  const client = new SSMClient(awsClientOptions);
  let cached: { value: Value; until: number } | undefined;
  return async () => {
    if (cached !== undefined && Date.now() < cached.until) return cached.value;
    const { Parameter } = await client.send(new GetParameterCommand({ Name: name }));
    const value = parse(Parameter?.Value ?? '');
    cached = { value, until: Date.now() + CACHED_MS };
    return value;
  };
}
