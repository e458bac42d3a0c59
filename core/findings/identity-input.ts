import type { Checks } from './check.ts';
import type { ElementFacts } from './element-facts.ts';
import type { FindingKind } from './finding-kind.ts';

/** What the identity of a finding is made of. */
export interface IdentityInput {
  ruleId: string;
  kind: FindingKind;
  /** Identity of its page: see `pageIdentity`. */
  page: string;
  /** The elements that hold the frames that it is in, from the top document down; empty in the top document. */
  frames: readonly ElementFacts[];
  element: ElementFacts;
  checks: Checks;
}
