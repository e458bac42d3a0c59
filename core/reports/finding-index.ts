import { z } from 'zod';
import { type FindingState, findingStateNames } from '../comparison/states.ts';
import { type DecisionFilter, findingDecisionSchema, matchesDecision } from '../decisions/decision.ts';
import { findingKinds } from '../findings/finding-kind.ts';
import { getRuleDefinition } from '../rule-sets/rules.ts';
import { type Impact, impactSchema } from '../scans/page-result.ts';
import type { ReportFinding } from './report-source.ts';

/**
 * The position of each finding of a report in `findings.ndjson`, with the members it can be filtered by. It makes it
 * possible to load a few findings out of very many. It is one object beside the report, private to the service.
 */

const traitsSchema = z.object({
  kind: z.enum(findingKinds),
  impact: impactSchema,
  state: z.enum(findingStateNames),
  suppressed: z.boolean(),
  /** Absent in the indexes of reports before 1.5. */
  decision: findingDecisionSchema.nullable().default(null),
});
type Traits = z.infer<typeof traitsSchema>;

const indexesSchema = z.array(z.number().int().min(0));
/** Columns have one entry per finding, in the order of the report. All but `bytes` hold indexes into the lists. */
const findingIndexSchema = z.object({
  version: z.literal(1),
  traits: z.array(traitsSchema),
  rules: z.array(z.string()),
  pages: z.array(z.object({ id: z.string(), url: z.string() })),
  groups: z.array(z.string().nullable()),
  /** One for each finding, because hardly two findings have the same. */
  fingerprints: z.array(z.string().nullable()).default([]),
  /** The definition of each rule in this scan. Absent in the indexes of reports before 1.5, as the next member is. */
  ruleDefinitions: z.array(z.string()).default([]),
  /** What a person judges at each finding that needs review, by its row: see `hashDecisionBasis`. */
  decisionBases: z.record(z.string(), z.string()).default({}),
  columns: z.object({
    /** Length of the finding's line, with its newline. */
    bytes: indexesSchema,
    traits: indexesSchema,
    rule: indexesSchema,
    page: indexesSchema,
    group: indexesSchema,
  }),
});
export type FindingIndex = z.infer<typeof findingIndexSchema>;

/** Builds the index of `findings.ndjson` while that file is written. */
export class FindingIndexBuilder {
  private readonly traits = new DistinctValues<Traits>();
  private readonly rules = new DistinctValues<string>();
  private readonly pages = new DistinctValues<FindingIndex['pages'][number]>();
  private readonly groups = new DistinctValues<string | null>();
  private readonly fingerprints: (string | null)[] = [];
  private readonly decisionBases: Record<string, string> = {};
  private readonly columns: FindingIndex['columns'] = {
    bytes: [],
    traits: [],
    rule: [],
    page: [],
    group: [],
  };

  /**
   * Adds the finding of the next line.
   * @param bytes length of its line in UTF-8, with its newline
   */
  add({ kind, ruleId, node }: ReportFinding, bytes: number): void {
    const { impact, state, suppressedBy, decision = null, pageId, url, issueGroup, fingerprint } = node;
    const suppressed = suppressedBy !== null;
    const { columns } = this;
    if (node.decisionBasis !== undefined) this.decisionBases[this.fingerprints.length] = node.decisionBasis;
    this.fingerprints.push(fingerprint);
    columns.bytes.push(bytes);
    columns.traits.push(
      this.traits.of(`${kind} ${impact} ${state} ${suppressed} ${decision}`, () => ({
        kind,
        impact,
        state,
        suppressed,
        decision,
      })),
    );
    columns.rule.push(this.rules.of(ruleId, () => ruleId));
    columns.page.push(this.pages.of(pageId, () => ({ id: pageId, url })));
    columns.group.push(this.groups.of(issueGroup ?? '', () => issueGroup));
  }

  toJson(): string {
    const index: FindingIndex = {
      version: 1,
      traits: this.traits.values,
      rules: this.rules.values,
      pages: this.pages.values,
      groups: this.groups.values,
      fingerprints: this.fingerprints,
      ruleDefinitions: this.rules.values.map(getRuleDefinition),
      decisionBases: this.decisionBases,
      columns: this.columns,
    };
    return JSON.stringify(index);
  }
}

/** Parses a stored index. @throws Error if the text is not an index */
export function parseFindingIndex(text: string): FindingIndex {
  return findingIndexSchema.parse(JSON.parse(text));
}

/** Filter for findings; all given members must match. */
export interface FindingFilter {
  kind?: Traits['kind'] | undefined;
  impact?: Impact | undefined;
  state?: FindingState | undefined;
  suppressed?: boolean | undefined;
  decision?: DecisionFilter | undefined;
  rule?: string | undefined;
  /** Any of these rules. */
  rules?: ReadonlySet<string> | undefined;
  /** Id of a page, or its requested URL. */
  page?: string | undefined;
  /** A text that the requested URL of the page contains, in upper or lower case. */
  url?: string | undefined;
  issueGroup?: string | undefined;
  fingerprint?: string | undefined;
}

/** The position of a finding's line. */
export interface FindingLine {
  /** The finding's number in the report, from 0. */
  row: number;
  start: number;
  bytes: number;
}

/** Maximum size of the lines in one page of results, unless a single line is larger. */
const BYTES_MAX = 3_000_000;

/**
 * Selects matching findings in the order of the report.
 * @param after number of the last finding of the previous page
 * @returns the lines of one page; the total number of matches; and the number to continue after, absent at the end
 */
export function pickFindings(
  index: FindingIndex,
  filter: FindingFilter,
  { limit, after = -1 }: { limit: number; after?: number },
): { lines: FindingLine[]; total: number; next?: number } {
  const matches = buildMatcher(index, filter);
  const lines: FindingLine[] = [];
  let start = 0;
  let picked = 0;
  let total = 0;
  let next: number | undefined;
  for (const [row, bytes] of index.columns.bytes.entries()) {
    if (matches(row)) {
      total += 1;
      if (row > after && next === undefined) {
        const full = lines.length === limit || (lines.length > 0 && picked + bytes > BYTES_MAX);
        if (full) next = lines.at(-1)?.row;
        else {
          lines.push({ row, start, bytes });
          picked += bytes;
        }
      }
    }
    start += bytes;
  }
  return { lines, total, ...(next === undefined ? {} : { next }) };
}

/**
 * Returns a function that is true for rows of matching findings. It evaluates each list once, so that a row costs only
 * a few look-ups.
 */
function buildMatcher(index: FindingIndex, filter: FindingFilter): (row: number) => boolean {
  const { kind, impact, state, suppressed, decision, rule, rules, page, issueGroup, fingerprint } = filter;
  const { columns, fingerprints } = index;
  const part = filter.url?.toLowerCase();
  const traits = index.traits.map(
    (each) =>
      isWanted(kind, each.kind) &&
      isWanted(impact, each.impact) &&
      isWanted(state, each.state) &&
      isWanted(suppressed, each.suppressed) &&
      matchesDecision(decision, each.decision),
  );
  const ofRule = index.rules.map((id) => isWanted(rule, id) && (rules === undefined || rules.has(id)));
  const ofPage = index.pages.map(
    ({ id, url }) =>
      (isWanted(page, id) || page === url) && (part === undefined || url.toLowerCase().includes(part)),
  );
  const ofGroup = index.groups.map((id) => isWanted(issueGroup, id));
  const at = (flags: boolean[], index: number | undefined) => index !== undefined && flags[index] === true;
  return (row) =>
    at(traits, columns.traits[row]) &&
    at(ofRule, columns.rule[row]) &&
    at(ofPage, columns.page[row]) &&
    at(ofGroup, columns.group[row]) &&
    (fingerprint === undefined || fingerprints[row] === fingerprint);
}

/** Returns the listed findings by fingerprint, and whether they are suppressed. */
export function mapSuppressed({ traits, fingerprints, columns }: FindingIndex): Map<string, boolean> {
  const found = new Map<string, boolean>();
  for (const [row, fingerprint] of fingerprints.entries()) {
    if (fingerprint === null) continue;
    const isSuppressed = traits[columns.traits[row] ?? -1]?.suppressed === true;
    // Equal findings have one fingerprint. A suppressed one must not hide another that counts.
    found.set(fingerprint, isSuppressed && found.get(fingerprint) !== false);
  }
  return found;
}

/** Returns the ids of the issue groups with a listed finding on a page. @param page its id or requested URL */
export function listGroupsOnPage({ pages, groups, columns }: FindingIndex, page: string): Set<string> {
  const isWanted = pages.map(({ id, url }) => id === page || url === page);
  const found = new Set<string>();
  for (const [row, ofPage] of columns.page.entries()) {
    const group = groups[columns.group[row] ?? -1];
    if (isWanted[ofPage] && group != null) found.add(group);
  }
  return found;
}

function isWanted<T>(wanted: T | undefined, given: T | null): boolean {
  return wanted === undefined || wanted === given;
}

/** Maximum gap between two lines that are still read in one request, in bytes. */
const GAP_MAX = 64_000;

/** Lines that are read in one request: from `start` to `end` (exclusive). */
export interface LineRange {
  start: number;
  end: number;
  lines: FindingLine[];
}

/** Returns the ranges to read: few requests, without many unneeded bytes. @param lines in ascending order */
export function buildLineRanges(lines: readonly FindingLine[]): LineRange[] {
  const ranges: LineRange[] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last !== undefined && line.start - last.end <= GAP_MAX) {
      last.end = line.start + line.bytes;
      last.lines.push(line);
    } else ranges.push({ start: line.start, end: line.start + line.bytes, lines: [line] });
  }
  return ranges;
}

/** A list of distinct values, each referred to by its index. */
class DistinctValues<Value> {
  readonly values: Value[] = [];
  private readonly byName = new Map<string, number>();

  /** Returns the index of the value with a name; creates the value if it is new. */
  of(name: string, make: () => Value): number {
    const known = this.byName.get(name);
    if (known !== undefined) return known;
    this.byName.set(name, this.values.length);
    this.values.push(make());
    return this.values.length - 1;
  }
}
