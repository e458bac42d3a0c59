import type { RuleFindings } from '../core/reports/report.ts';
import type { ReportFinding } from '../core/reports/report-source.ts';
import { escapeJson } from '../core/text/json.ts';
import type { ReportRenderer } from './report-renderer.ts';

/** Returns a renderer that escapes every active character and every build log command in the JSON of the given one. */
export function withEscapedJson(render: ReportRenderer): ReportRenderer {
  return async function* (source) {
    for await (const piece of render(source)) yield escapeJson(piece);
  };
}

/**
 * Renders the report as `reportSchema` defines it: byte for byte what `JSON.stringify` returns for the whole report
 * in memory.
 */
export const renderJson: ReportRenderer = async function* (source) {
  const { head } = source;
  const following = source.findings()[Symbol.asyncIterator]();
  const findings = new PeekableIterator(following);
  try {
    yield '{';
    let separator = '';
    for (const [name, value] of Object.entries(head)) {
      if (value === undefined) continue;
      yield `${separator}${JSON.stringify(name)}:`;
      separator = ',';
      if (name === 'violations') yield* renderRules(head.violations, 'violation', findings);
      else if (name === 'needsReview') yield* renderRules(head.needsReview, 'review', findings);
      else yield* renderValue(value);
    }
    yield '}';
    if (!(await findings.isDone()))
      throw new Error('the findings contain a rule that the head of the report does not have');
  } finally {
    await following.return?.();
  }
};

/** Renders a value as JSON; a list member by member, because lists are long. */
function* renderValue(value: unknown): Generator<string> {
  if (!Array.isArray(value)) return yield JSON.stringify(value);
  yield '[';
  for (const [index, member] of value.entries()) yield `${index > 0 ? ',' : ''}${JSON.stringify(member)}`;
  yield ']';
}

async function* renderRules(
  heads: readonly RuleFindings[],
  kind: ReportFinding['kind'],
  findings: PeekableIterator<ReportFinding>,
): AsyncGenerator<string> {
  yield '[';
  for (const [index, head] of heads.entries()) {
    if (index > 0) yield ',';
    const [before, after] = JSON.stringify({ ...head, nodes: [] }).split(NO_NODES) as [string, string];
    yield `${before}"nodes":[`;
    let separator = '';
    for (;;) {
      const finding = await findings.takeIf((next) => next.kind === kind && next.ruleId === head.ruleId);
      if (!finding) break;
      yield separator + JSON.stringify(finding.node);
      separator = ',';
    }
    yield `]${after}`;
  }
  yield ']';
}

/** Unambiguous: within a JSON string its quotes would be escaped. */
const NO_NODES = '"nodes":[]';

/** Reads an item only when it is requested. */
class PeekableIterator<Item> {
  readonly #from: AsyncIterator<Item>;
  #next: IteratorResult<Item> | undefined;

  constructor(from: AsyncIterator<Item>) {
    this.#from = from;
  }

  async takeIf(wanted: (item: Item) => boolean): Promise<Item | undefined> {
    this.#next ??= await this.#from.next();
    if (this.#next.done === true || !wanted(this.#next.value)) return undefined;
    const { value } = this.#next;
    this.#next = undefined;
    return value;
  }

  async isDone(): Promise<boolean> {
    this.#next ??= await this.#from.next();
    return this.#next.done === true;
  }
}
