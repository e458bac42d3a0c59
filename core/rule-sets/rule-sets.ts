import { z } from 'zod';
import { CHECKS_VERSION } from '../checks/checks.ts';
import { engineViewSchema } from '../scans/engine.ts';
import { PRIORITY_DEFAULT, priorities, priorityMeanings } from '../scans/priority.ts';
import type { WcagLevel, WcagScope, WcagVersion } from '../wcag/criteria.ts';
import { AXE_VERSION } from './axe-rules.ts';
import { CHECKS_DEFAULT, type CheckChoice } from './check-choice.ts';
import { listRules, ruleViewSchema } from './rule-view.ts';
import { findRulesWithTags, isOwnCheck } from './rules.ts';

interface RuleSet {
  /** Display name; states the standard that the rules are mapped to, but never claims that they cover it. */
  title: string;
  /** What the set contains, in one sentence. */
  meaning: string;
  standard: string;
  /** Version of the standard that the axe tags map to. */
  version: string;
  /** A rule belongs to the set if it has one of these tags of axe-core; see `findRulesWithTags`. */
  axeTags: readonly string[];
  /** The success criteria that the standard requires; null if the set is not based on a standard with criteria. */
  scope: WcagScope | null;
}

/** axe's tags of each WCAG version and level, without a tag that no rule has (`wcag22a`). */
const wcagTags = {
  '2.0': { A: ['wcag2a'], AA: ['wcag2a', 'wcag2aa'], AAA: ['wcag2a', 'wcag2aa', 'wcag2aaa'] },
  '2.1': {
    A: ['wcag2a', 'wcag21a'],
    AA: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
    AAA: ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa'],
  },
  '2.2': {
    A: ['wcag2a', 'wcag21a'],
    AA: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    AAA: ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  },
} as const;

/** The tag of the criteria of level A that WCAG 2.2 added. Only checks of the service itself have it. */
const OWN_TAG_OF_22 = 'wcag22a';

const levelsUpTo = { A: 'level A', AA: 'levels A and AA', AAA: 'levels A, AA and AAA' } as const;

function wcag(version: WcagVersion, level: WcagLevel, current = false): RuleSet {
  const which = current ? `the current WCAG, ${version}` : `WCAG ${version}`;
  return {
    title: `WCAG ${version} ${levelsUpTo[level]}`,
    meaning: `Rules mapped to the success criteria of ${which}, ${levelsUpTo[level]}.`,
    standard: 'WCAG',
    version,
    axeTags: wcagTags[version][level],
    scope: { version, level },
  };
}

/**
 * The values of `config.rules`. Sources for the version of a standard that an axe tag maps to:
 * https://github.com/dequelabs/axe-core/blob/develop/doc/API.md#axe-core-tags, and for EN 301 549 v4.1.1
 * https://github.com/dequelabs/axe-core/pull/5361 (v4 is v3's tag and `EN-301-549v4` together).
 *
 * axe's tag `section508` maps to 1194.22, which the Revised 508 Standards replaced by WCAG 2.0 A and AA (36 CFR 1194,
 * appendix A, E205.4). So it has a set of its own. `wcag2a-obsolete` (4.1.1 Parsing) has none: all its rules are
 * deprecated, and so in that set. Tags of criteria and categories only divide the sets. See also `isUnusable`.
 */
export const ruleSets = {
  'wcag-a': wcag('2.2', 'A', true),
  'wcag-aa': wcag('2.2', 'AA', true),
  'wcag-aaa': wcag('2.2', 'AAA', true),
  'wcag20-a': wcag('2.0', 'A'),
  'wcag20-aa': wcag('2.0', 'AA'),
  'wcag20-aaa': wcag('2.0', 'AAA'),
  'wcag21-a': wcag('2.1', 'A'),
  'wcag21-aa': wcag('2.1', 'AA'),
  'wcag21-aaa': wcag('2.1', 'AAA'),
  'wcag22-a': wcag('2.2', 'A'),
  'wcag22-aa': wcag('2.2', 'AA'),
  'wcag22-aaa': wcag('2.2', 'AAA'),
  'best-practice': {
    title: 'Best practices',
    meaning: 'Rules for good practice that no success criterion requires.',
    standard: 'axe-core best practices',
    version: AXE_VERSION,
    axeTags: ['best-practice'],
    scope: null,
  },
  'section-508': {
    title: 'Revised Section 508 (WCAG 2.0 levels A and AA)',
    meaning: 'Rules mapped to the Revised Section 508: WCAG 2.0, levels A and AA.',
    standard: 'Revised Section 508',
    version: '2017 (WCAG 2.0)',
    axeTags: wcagTags['2.0'].AA,
    scope: { version: '2.0', level: 'AA' },
  },
  'en-301-549': {
    title: 'EN 301 549 version 4.1.1',
    meaning: 'Rules mapped to the current EN 301 549, version 4.1.1 (clause 9, web pages; WCAG 2.2).',
    standard: 'EN 301 549',
    version: '4.1.1',
    axeTags: ['EN-301-549', 'EN-301-549v4'],
    scope: { version: '2.2', level: 'AA' },
  },
  'en-301-549-v3': {
    title: 'EN 301 549 version 3.2.1',
    meaning: 'Rules mapped to EN 301 549 version 3.2.1 (clause 9, web pages; WCAG 2.1).',
    standard: 'EN 301 549',
    version: '3.2.1',
    axeTags: ['EN-301-549'],
    scope: { version: '2.1', level: 'AA' },
  },
  'en-301-549-v4': {
    title: 'EN 301 549 version 4.1.1',
    meaning: 'Rules mapped to EN 301 549 version 4.1.1 (clause 9, web pages; WCAG 2.2).',
    standard: 'EN 301 549',
    version: '4.1.1',
    axeTags: ['EN-301-549', 'EN-301-549v4'],
    scope: { version: '2.2', level: 'AA' },
  },
  rgaa: {
    title: 'RGAA version 4',
    meaning: 'Rules mapped to the French RGAA, version 4 (WCAG 2.1).',
    standard: 'RGAA',
    version: '4',
    axeTags: ['RGAAv4'],
    scope: { version: '2.1', level: 'AA' },
  },
  'trusted-tester': {
    title: 'Section 508 Trusted Tester version 5',
    meaning: 'Rules mapped to the Section 508 Trusted Tester process, version 5 (WCAG 2.0).',
    standard: 'Trusted Tester',
    version: '5',
    axeTags: ['TTv5'],
    scope: { version: '2.0', level: 'AA' },
  },
  act: {
    title: 'ACT rules',
    meaning: 'Rules mapped to ACT rules, of every level.',
    standard: 'ACT rules',
    version: `as of axe-core ${AXE_VERSION}`,
    axeTags: ['ACT'],
    scope: null,
  },
  'section-508-1194': {
    title: 'Original Section 508 (1194.22)',
    meaning: 'Rules mapped to the original Section 508, 1194.22, which the Revised Section 508 replaced.',
    standard: 'Section 508',
    version: '1194.22 (2000)',
    axeTags: ['section508'],
    scope: null,
  },
  experimental: {
    title: 'Experimental rules of axe-core',
    meaning: 'Rules that axe-core tries out. They report more that is not a problem than others.',
    standard: 'axe-core experimental rules',
    version: AXE_VERSION,
    axeTags: ['experimental'],
    scope: null,
  },
  deprecated: {
    title: 'Deprecated rules of axe-core',
    meaning: 'Rules that axe-core will remove, for example those of 4.1.1 Parsing, which WCAG 2.2 removed.',
    standard: 'axe-core deprecated rules',
    version: AXE_VERSION,
    axeTags: ['deprecated'],
    scope: null,
  },
} as const satisfies Record<string, RuleSet>;

export type RuleSetName = keyof typeof ruleSets;

export const ruleSetNames = Object.keys(ruleSets) as [RuleSetName, ...RuleSetName[]];

/** Accepts the name of one rule set. */
export const ruleSetNameSchema = z
  .enum(ruleSetNames)
  .meta({ id: 'RuleSetName', description: 'Name of a rule set; GET /rule-sets describes each one.' });

/** A rule set with its rules. */
export interface ResolvedRuleSet {
  name: RuleSetName;
  standard: string;
  version: string;
  tags: string[];
  ruleIds: string[];
}

/**
 * Returns what a scan runs.
 * @param names rule sets as the caller listed them
 * @param choice `config.checks` of the scan
 * @returns each distinct set, in the order of the table above, with its rules; and the rule ids of all sets, sorted,
 *   without duplicates
 */
export function resolveRuleSets(
  names: readonly RuleSetName[],
  choice: CheckChoice = CHECKS_DEFAULT,
): {
  sets: ResolvedRuleSet[];
  ruleIds: string[];
} {
  const sets = ruleSetNames
    .filter((name) => names.includes(name))
    .map((name) => {
      const { standard, version, axeTags } = ruleSets[name];
      const hasNewCriteria = standard === 'WCAG' && version === '2.2';
      const allTags = hasNewCriteria ? [...axeTags, OWN_TAG_OF_22] : axeTags;
      const ruleIds = findRulesWithTags(allTags).filter((id) => choice === 'all' || !isOwnCheck(id));
      return { name, standard, version, tags: [...axeTags], ruleIds };
    });
  return { sets, ruleIds: [...new Set(sets.flatMap((set) => set.ruleIds))].sort() };
}

/** A rule set as the API shows it. */
const ruleSetViewSchema = z
  .object({
    name: ruleSetNameSchema,
    meaning: z.string().meta({ description: 'What a scan with this set runs, in one sentence.' }),
    standard: z.string().meta({ description: 'The standard that the rules are mapped to.' }),
    version: z.string().meta({ description: 'Version of the standard that the rules are mapped to.' }),
    axeTags: z.array(z.string()).meta({ description: "axe-core's tags that make up the set." }),
    ruleIds: z.array(z.string()).meta({
      description:
        'Ids of the rules in the set, sorted. Those that begin with `a11y-` run unless `config.checks` is `axe`.',
    }),
  })
  .meta({ id: 'RuleSet', description: 'A set of rules that a scan can run.' });

/** The response of `GET /rule-sets`. */
export const ruleSetsViewSchema = z
  .object({
    items: z.array(ruleSetViewSchema).meta({ description: 'Every rule set; the list is not paginated.' }),
    rules: z.array(ruleViewSchema).meta({ description: 'Every rule of the rule sets, sorted by id.' }),
    priorities: z
      .array(
        z.object({
          name: z.enum(priorities).meta({ description: 'The value of `config.priority`.' }),
          meaning: z.string().meta({ description: 'The effect of the priority, and its limits.' }),
          default: z
            .boolean()
            .meta({ description: 'Whether this is the priority of a scan that sets none.' }),
        }),
      )
      .meta({ description: 'The values of `config.priority`, most urgent first.' }),
    engine: engineViewSchema
      .pick({ axe: true, checks: true })
      .meta({ description: 'The engines that run the rules.' }),
  })
  .meta({ id: 'RuleSets', description: 'The values of `config.rules` and `config.priority`.' });
export type RuleSetsView = z.infer<typeof ruleSetsViewSchema>;

/** Returns every rule set and priority, for `GET /rule-sets`. */
export function listRuleSets(): RuleSetsView {
  return {
    items: resolveRuleSets(ruleSetNames).sets.map(({ name, standard, version, tags, ruleIds }) => ({
      name,
      meaning: ruleSets[name].meaning,
      standard,
      version,
      axeTags: tags,
      ruleIds,
    })),
    rules: listRules(),
    priorities: priorities.map((name) => ({
      name,
      meaning: priorityMeanings[name],
      default: name === PRIORITY_DEFAULT,
    })),
    engine: { axe: AXE_VERSION, checks: CHECKS_VERSION },
  };
}
