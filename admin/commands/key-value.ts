import { formatTime } from '../command.ts';

/** Returns the lines that show the value of a key, which is shown only once. */
export function formatKeyValue(key: { apiKey: string; expiresAt: string }, apiUrl: string): string[] {
  return [
    '',
    `  ${key.apiKey}`,
    '',
    `It expires on ${formatTime(key.expiresAt)}. The value is not stored and cannot be shown again:`,
    'store it now, e.g. as the secret A11Y_SCAN_API_KEY of your CI pipeline. To try it:',
    `  curl -H "X-API-Key: $A11Y_SCAN_API_KEY" ${apiUrl}/sites`,
  ];
}
