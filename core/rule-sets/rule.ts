import type { RuleSource } from '../scans/engine.ts';
import type { AxeRule } from './axe-rules.ts';

/** The data of a rule of any engine. The tags of every rule are in axe-core's notation. */
export interface Rule extends AxeRule {
  source: RuleSource;
  /** The version of axe-core, or of the check. */
  version: string;
  /** A page about the rule; null for a check of the service itself, whose text is in the report. */
  helpUrl: string | null;
  /** What a check assumes; where that is not true, its findings are wrong. Null for a rule of axe-core. */
  assumptions: string | null;
  /** What a person must decide about its findings that need review; null if that is not defined. */
  question: string | null;
}
