import type { Sealed } from '../sites/credentials.ts';

/**
 * A secret text, encrypted by the KMS key of the service: the secret of a webhook, the address of a Slack webhook, or
 * the link of an invitation. It is bound to its account and to the item that has it.
 */
export interface SealedText {
  sealed: Sealed;
}

/** Names of the encryption context that sealed texts are bound to, as `sealingContextNames` are for credentials. */
export const sealedTextContextNames = ['account', 'item'] as const;
export type SealedTextContext = Record<(typeof sealedTextContextNames)[number], string>;
