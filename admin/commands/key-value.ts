import { hashSecret } from '../../adapters/keys/secret-hash.ts';
import { formatApiKey, newSecret } from '../../core/access/api-key.ts';
import { formatTime } from '../command.ts';

/** A new value for a key, and the hash that is stored of it. */
export async function createKeyValue(keyId: string): Promise<{ apiKey: string; hash: string }> {
  const secret = newSecret();
  return { apiKey: formatApiKey({ keyId, secret }), hash: await hashSecret(secret) };
}

/** How the value of a key is shown, the one time that it is. */
export function formatKeyValue(key: { apiKey: string; expiresAt: string }, apiUrl: string): string[] {
  return [
    '',
    `  ${key.apiKey}`,
    '',
    `It expires on ${formatTime(key.expiresAt)}. The value is not kept and cannot be shown again:`,
    'store it now, e.g. as the secret A11Y_SCAN_API_KEY of your pipeline. To try it:',
    `  curl -H "X-API-Key: $A11Y_SCAN_API_KEY" ${apiUrl}/sites`,
  ];
}
