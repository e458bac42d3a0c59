import { z } from 'zod';
import type { Checks } from './check.ts';
import type { ElementFacts } from './element-facts.ts';
import type { FindingKind } from './finding-kind.ts';

/** The current version of fingerprints. docs/findings.md describes each version. */
export const FINGERPRINT_VERSION = 1;

/** The format of a fingerprint: its version, then 96 bits in hexadecimal. */
export const FINGERPRINT = /^f[1-9]\d?_[0-9a-f]{24}$/;

const digest = z.string().regex(/^[0-9a-f]{16}$/);

/** What distinguishes findings across scans. It is computed from redacted page content. */
export const findingIdentitySchema = z.object({
  /** Rule, page (path and query) and normalized element, under the current version. */
  fingerprint: z.string().regex(FINGERPRINT),
  /** The fingerprints under earlier versions that are still matched. */
  formerly: z.array(z.string().regex(FINGERPRINT)),
  /** The element location within the page, by rule. Matches an element again after it was edited. */
  place: digest,
  /** The opening tag and the direct text of the element. Equal only if the element itself did not change. */
  markup: digest,
  /** Equal for findings of one component and template on any page: the key of the issue group. */
  component: digest,
  /**
   * Shows whether one fix removes several findings of a component: it does if `element` is equal for all of them, and
   * `container` is equal for those on one page. Null if that cannot be determined.
   */
  evidence: z
    .object({
      /** The element with all its attributes, and the document of its frame. */
      element: digest,
      /** The list, table or other part of the page that contains the element. */
      container: digest,
    })
    .nullable(),
  /**
   * The beginning of the text of the element, and its descendants with their attributes; null if they are too many.
   * Absent in violations, and in results of earlier versions.
   */
  content: digest.nullable().optional(),
});
export type FindingIdentity = z.infer<typeof findingIdentitySchema>;
export type Evidence = NonNullable<FindingIdentity['evidence']>;

/** The input for the identity of a finding. */
export interface IdentityInput {
  ruleId: string;
  kind: FindingKind;
  /** Identity of its page: see `buildPageIdentity`. */
  page: string;
  /** The elements that embed its frames, from the top document down; empty in the top document. */
  frames: readonly ElementFacts[];
  element: ElementFacts;
  checks: Checks;
}
