import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { parseSignInSettings, type SignInSettings } from '../../core/sign-in/settings.ts';
import { awsClientOptions } from '../aws-client-options.ts';

/** After this time a parameter is read again, so that a change of it has its effect without a deployment. */
const CACHED_MS = 60_000;

/**
 * Returns a function that reads the settings of the sign-in from a parameter of Systems Manager.
 * @param allowsLoopback see `parseSignInSettings`
 */
export function createSettingsReader(name: string, allowsLoopback: boolean): () => Promise<SignInSettings> {
  const client = new SSMClient(awsClientOptions);
  let cached: { settings: SignInSettings; until: number } | undefined;
  return async () => {
    if (cached !== undefined && Date.now() < cached.until) return cached.settings;
    const { Parameter } = await client.send(new GetParameterCommand({ Name: name }));
    const settings = parseSignInSettings(Parameter?.Value ?? '', allowsLoopback);
    cached = { settings, until: Date.now() + CACHED_MS };
    return settings;
  };
}
