import { z } from 'zod';

/** The engine that runs the rules in a page, as reports name it. */
export const ruleEngine = {
  name: 'axe-core',
  organization: 'Deque Systems',
  informationUri: 'https://github.com/dequelabs/axe-core',
} as const;

/** The engine of the checks of the service itself, as reports name it. */
export const checksEngine = { name: 'a11y-scan' } as const;

/** The versions of the engines and the browser that scanned a page. Stored with results, reports and baselines. */
export const engineSchema = z.object({
  axe: z.string(),
  /** See `CHECKS_VERSION`. Absent if no check of the service itself ran. */
  checks: z.string().optional(),
  /** Product and version as the browser reports it, e.g. `Chrome/153.0.7900.0`. */
  browser: z.string(),
});
export type Engine = z.infer<typeof engineSchema>;

/** The same with descriptions, for the API. */
export const engineViewSchema = z.object({
  axe: engineSchema.shape.axe.meta({ description: `Version of ${ruleEngine.name}.` }),
  checks: engineSchema.shape.checks.meta({
    description: `Version of the checks of ${checksEngine.name}; absent if none of them ran.`,
  }),
  browser: engineSchema.shape.browser.meta({ description: 'Name and version of the browser.' }),
});

/** Differs from every engine that ran, so that no later scan considers the engine unchanged. */
export const severalEngines: Engine = { axe: 'several', browser: 'several' };
/** Stands for an engine that is unknown. */
export const unknownEngine: Engine = { axe: '', browser: '' };

/** Returns the versions alone, without the conditions that a result or report stores with them. */
export function pickEngine({ axe, checks, browser }: Engine): Engine {
  return { axe, ...(checks === undefined ? {} : { checks }), browser };
}

/** The versions that a rule may depend on: the browser, and the engine that has the rule. */
export const memberOfSource = { [ruleEngine.name]: 'axe', [checksEngine.name]: 'checks' } as const;
export type RuleSource = keyof typeof memberOfSource;
export const ruleSources = Object.keys(memberOfSource) as [RuleSource, ...RuleSource[]];

/** True if two engines have the same version of what runs the rules of a source. */
export function hasSameRules(source: RuleSource, one: Engine, other: Engine): boolean {
  const member = memberOfSource[source];
  return one[member] === other[member];
}

export function isSameEngine(one: Engine, other: Engine): boolean {
  return one.axe === other.axe && one.checks === other.checks && one.browser === other.browser;
}

/** Returns the engine if all are equal, else `severalEngines`. */
export function getCommonEngine(engines: readonly Engine[]): Engine {
  const [first, ...others] = engines;
  return first && others.every((other) => isSameEngine(first, other)) ? pickEngine(first) : severalEngines;
}

/** Returns each engine once, in order of first occurrence. */
export function listDistinctEngines(engines: readonly Engine[]): Engine[] {
  const distinct: Engine[] = [];
  for (const engine of engines) {
    if (!distinct.some((other) => isSameEngine(engine, other))) distinct.push(pickEngine(engine));
  }
  return distinct;
}

/** Returns name and version of the rule engine, e.g. `axe-core 4.14.1`. */
export function formatRuleEngine({ axe }: Pick<Engine, 'axe'>): string {
  return `${ruleEngine.name} ${axe}`;
}

/** Returns the display names of the engines and the browser, with their versions. */
export function listEngineNames(engine: Engine): string[] {
  return [...listRuleEngines(engine), engine.browser];
}

/** Returns the display names of the engines that ran rules, with their versions. */
function listRuleEngines({ axe, checks }: Engine): string[] {
  return [formatRuleEngine({ axe }), ...(checks === undefined ? [] : [`${checksEngine.name} ${checks}`])];
}

/**
 * Returns the display name of an engine, e.g. `axe-core 4.14.1 in Chrome/153.0.7900.0`.
 * @param escapeName escapes a name for the output format; versions in a report from a user may be forged
 */
export function formatEngine(engine: Engine, escapeName: (name: string) => string): string {
  return [listRuleEngines(engine).map(escapeName).join(' and '), escapeName(engine.browser)].join(' in ');
}
