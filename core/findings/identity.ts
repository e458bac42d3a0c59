import { z } from 'zod';
import type { Checks } from './check.ts';
import type { ElementFacts } from './element-facts.ts';
import type { FindingKind } from './finding-kind.ts';

/** The version under which fingerprints are made now; what each version means is in docs/findings.md. */
export const FINGERPRINT_VERSION = 1;

/** The form of a fingerprint: the version it was made under, then 96 bits in hexadecimal. */
export const FINGERPRINT = /^f[1-9]\d?_[0-9a-f]{24}$/;

const digest = z.string().regex(/^[0-9a-f]{16}$/);

/** What tells one finding from another, from scan to scan. Made of what a page shows after it was redacted. */
export const findingIdentitySchema = z.object({
  /** Rule, page (path and query) and normalized element, under the present version. */
  fingerprint: z.string().regex(FINGERPRINT),
  /** The same under earlier versions that are still matched. */
  formerly: z.array(z.string().regex(FINGERPRINT)),
  /** Where the element is within its page, by rule: finds an element again that was edited in place. */
  place: digest,
  /** The element's opening tag and own text, strictly: equal only while nobody changed the element itself. */
  markup: digest,
  /** Equal for findings of one component and template, whatever page they are on: the key of the issue group. */
  component: digest,
  /**
   * Shows whether one fix removes several findings of a component: it does if `element` is equal for all of them, and
   * `container` for those on one page. Null where that can only be guessed.
   */
  evidence: z
    .object({
      /** The element with all its attributes, and the document of its frame. */
      element: digest,
      /** The list, table or other part of its page that the element is in. */
      container: digest,
    })
    .nullable(),
});
export type FindingIdentity = z.infer<typeof findingIdentitySchema>;
export type Evidence = NonNullable<FindingIdentity['evidence']>;

/** What the identity of a finding is made of. */
export interface IdentityInput {
  ruleId: string;
  kind: FindingKind;
  /** Identity of its page: see `buildPageIdentity`. */
  page: string;
  /** The elements that hold the frames that it is in, from the top document down; empty in the top document. */
  frames: readonly ElementFacts[];
  element: ElementFacts;
  checks: Checks;
}
