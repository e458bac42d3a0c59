import type { RuleFindings } from '../core/reports/report.ts';
import type { ReportFinding } from '../core/reports/report-source.ts';
import type { ReportRenderer } from './form.ts';

/** The report as `reportSchema` has it: byte for byte what `JSON.stringify` gives of it, were it in memory whole. */
export const renderJson: ReportRenderer = async function* (source) {
  const { head } = source;
  const following = source.findings()[Symbol.asyncIterator]();
  const waiting = new OneAhead(following);
  try {
    yield '{';
    let separator = '';
    for (const [name, value] of Object.entries(head)) {
      if (value === undefined) continue;
      yield `${separator}${JSON.stringify(name)}:`;
      separator = ',';
      if (name === 'violations') yield* rules(head.violations, 'violation', waiting);
      else if (name === 'needsReview') yield* rules(head.needsReview, 'review', waiting);
      else yield* pieces(value);
    }
    yield '}';
    if (!(await waiting.isDone()))
      throw new Error('there are findings of a rule that the head does not have');
  } finally {
    await following.return?.();
  }
};

/** A value; of a list one member after the other, for lists are what is long. */
function* pieces(value: unknown): Generator<string> {
  if (!Array.isArray(value)) return yield JSON.stringify(value);
  yield '[';
  for (const [index, member] of value.entries()) yield `${index > 0 ? ',' : ''}${JSON.stringify(member)}`;
  yield ']';
}

async function* rules(
  heads: readonly RuleFindings[],
  kind: ReportFinding['kind'],
  findings: OneAhead<ReportFinding>,
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

/** Within a string its quotes would be escaped, so it is found where it is meant. */
const NO_NODES = '"nodes":[]';

/** Reads on only when what comes next is wanted. */
class OneAhead<Item> {
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
