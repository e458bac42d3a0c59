import { z } from 'zod';
import { type FindingState, findingStateNames } from '../comparison/states.ts';
import { findingKinds } from '../findings/finding-kind.ts';
import { type Impact, impactSchema } from '../scans/page-result.ts';
import type { ReportFinding } from './report-source.ts';

/**
 * Where each finding of a report lies in `findings.ndjson`, and what it can be picked by, so that a few of very many
 * can be read without the others. One object beside the report, private to the service.
 */

const traitsSchema = z.object({
  kind: z.enum(findingKinds),
  impact: impactSchema,
  state: z.enum(findingStateNames),
  suppressed: z.boolean(),
});
type Traits = z.infer<typeof traitsSchema>;

const places = z.array(z.number().int().min(0));
/** Columns have one entry a finding, in the order of the report; those but `bytes` are places in the lists. */
const findingIndexSchema = z.object({
  version: z.literal(1),
  traits: z.array(traitsSchema),
  rules: z.array(z.string()),
  pages: z.array(z.object({ id: z.string(), url: z.string() })),
  groups: z.array(z.string().nullable()),
  columns: z.object({
    /** Length of the finding's line, with its newline. */
    bytes: places,
    traits: places,
    rule: places,
    page: places,
    group: places,
  }),
});
export type FindingIndex = z.infer<typeof findingIndexSchema>;

/** Makes the index of `findings.ndjson` while that is written. */
export class FindingIndexBuilder {
  private readonly traits = new Places<Traits>();
  private readonly rules = new Places<string>();
  private readonly pages = new Places<FindingIndex['pages'][number]>();
  private readonly groups = new Places<string | null>();
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
    const { impact, state, suppressedBy, pageId, url, issueGroup } = node;
    const suppressed = suppressedBy !== null;
    const { columns } = this;
    columns.bytes.push(bytes);
    columns.traits.push(
      this.traits.of(`${kind} ${impact} ${state} ${suppressed}`, () => ({ kind, impact, state, suppressed })),
    );
    columns.rule.push(this.rules.of(ruleId, () => ruleId));
    columns.page.push(this.pages.of(pageId, () => ({ id: pageId, url })));
    columns.group.push(this.groups.of(issueGroup ?? '', () => issueGroup));
  }

  json(): string {
    const index: FindingIndex = {
      version: 1,
      traits: this.traits.values,
      rules: this.rules.values,
      pages: this.pages.values,
      groups: this.groups.values,
      columns: this.columns,
    };
    return JSON.stringify(index);
  }
}

/** Reads a stored index. @throws Error when it is none */
export function parseFindingIndex(text: string): FindingIndex {
  return findingIndexSchema.parse(JSON.parse(text));
}

/** What findings are picked by; all that is given must hold. */
export interface FindingFilter {
  kind?: Traits['kind'] | undefined;
  impact?: Impact | undefined;
  state?: FindingState | undefined;
  suppressed?: boolean | undefined;
  rule?: string | undefined;
  /** Any of these rules. */
  rules?: ReadonlySet<string> | undefined;
  /** Id of a page, or its URL as it was requested. */
  page?: string | undefined;
  issueGroup?: string | undefined;
}

/** Where the line of a finding lies. */
export interface FindingLine {
  /** The finding's number in the report, from 0. */
  row: number;
  start: number;
  bytes: number;
}

/** Bytes of lines that one page of findings has at most, unless a single line has more. */
const BYTES_MAX = 3_000_000;

/**
 * Picks findings in the order of the report.
 * @param after number of the last finding of the page before
 * @returns the lines of one page; how many findings match in all; and the number to go on after, absent at the end
 */
export function pickFindings(
  index: FindingIndex,
  filter: FindingFilter,
  { limit, after = -1 }: { limit: number; after?: number },
): { lines: FindingLine[]; total: number; next?: number } {
  const matches = matcher(index, filter);
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

/** Whether the finding of a row is wanted. Each list is looked through once, so that a row costs a few look-ups. */
function matcher(index: FindingIndex, filter: FindingFilter): (row: number) => boolean {
  const { kind, impact, state, suppressed, rule, rules, page, issueGroup } = filter;
  const { columns } = index;
  const traits = index.traits.map(
    (each) =>
      isWanted(kind, each.kind) &&
      isWanted(impact, each.impact) &&
      isWanted(state, each.state) &&
      isWanted(suppressed, each.suppressed),
  );
  const ofRule = index.rules.map((id) => isWanted(rule, id) && (rules === undefined || rules.has(id)));
  const ofPage = index.pages.map(({ id, url }) => isWanted(page, id) || page === url);
  const ofGroup = index.groups.map((id) => isWanted(issueGroup, id));
  const at = (flags: boolean[], place: number | undefined) => place !== undefined && flags[place] === true;
  return (row) =>
    at(traits, columns.traits[row]) &&
    at(ofRule, columns.rule[row]) &&
    at(ofPage, columns.page[row]) &&
    at(ofGroup, columns.group[row]);
}

function isWanted<T>(wanted: T | undefined, given: T | null): boolean {
  return wanted === undefined || wanted === given;
}

/** Bytes between two lines that are rather read than asked for apart. */
const GAP_MAX = 64_000;

/** Lines that are read at once: `start` to, not including, `end`. */
export interface LineRange {
  start: number;
  end: number;
  lines: FindingLine[];
}

/** As few reads as do not read much that is not wanted. In: lines in their order. */
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

/** A list of different values, each named by its place in the list. */
class Places<Value> {
  readonly values: Value[] = [];
  private readonly byName = new Map<string, number>();

  /** The place of the value with a name; the value is made when it is the first with it. */
  of(name: string, make: () => Value): number {
    const known = this.byName.get(name);
    if (known !== undefined) return known;
    this.byName.set(name, this.values.length);
    this.values.push(make());
    return this.values.length - 1;
  }
}
