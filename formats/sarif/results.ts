import type { Location, Result, Suppression } from 'sarif';
import type { ReportPicture } from '../../core/findings/earlier-pictures.ts';
import type { FindingKind } from '../../core/findings/finding-kind.ts';
import type {
  FixedFinding,
  Report,
  ReportDecision,
  ReportNode,
  ReportSuppression,
} from '../../core/reports/report.ts';
import { getExclusion } from '../../core/reports/report-node.ts';
import type { ReportFinding } from '../../core/reports/report-source.ts';
import { formatSelector } from '../../core/scans/selector-text.ts';
import { escapeLine } from '../../core/text/line.ts';
import { toUri } from '../escaping/uri.ts';
import { createDecisionFinder } from '../parts/decisions.ts';
import type { RuleText } from '../parts/rule-texts.ts';
import { getResultSeverity } from './rules.ts';
import { buildMessage } from './text.ts';

const TEXT_MAX = 1_000;
const HTML_MAX = 4_000;
const SELECTOR_MAX = 2_000;

const baselineStates = {
  new: 'new',
  regressed: 'new',
  unchanged: 'unchanged',
  reclassified: 'updated',
  // SARIF has no matching value, and any other would be a guess; `properties.state` has the state.
  unknown: undefined,
} as const;

export class ResultBuilder {
  readonly #compared: boolean;
  readonly #scanId: string;
  readonly #rules: ReadonlyMap<string, RuleText>;
  readonly #ruleIndex: ReadonlyMap<string, number>;
  readonly #pageIndex: ReadonlyMap<string, number>;
  readonly #suppressions: ReadonlyMap<string, Suppression>;
  readonly #findDecision: ReturnType<typeof createDecisionFinder>;

  constructor(head: Report, rules: ReadonlyMap<string, RuleText>) {
    this.#compared = head.comparison.baseline !== null;
    this.#scanId = head.scan.id;
    this.#rules = rules;
    this.#ruleIndex = new Map([...rules.keys()].map((id, index) => [id, index]));
    this.#pageIndex = new Map(head.pages.map(({ id }, index) => [id, index]));
    this.#suppressions = new Map(head.suppressions.map((each) => [each.id, buildSuppression(each)]));
    this.#findDecision = createDecisionFinder(head);
  }

  buildCurrent({ kind, ruleId, node }: ReportFinding): Result {
    const decision = this.#findDecision(node);
    const state = this.#compared ? baselineStates[node.state] : undefined;
    return {
      ...this.#buildBase(ruleId, kind, node.impact, node.howToFix),
      locations: [this.#buildLocation(node)],
      ...(state === undefined ? {} : { baselineState: state }),
      suppressions: this.#buildSuppressions(kind, node),
      ...buildFingerprints(node),
      ...buildAttachments(this.#scanId, node),
      properties: {
        impact: node.impact,
        state: node.state,
        cause: node.cause,
        html: escapeLine(node.html, HTML_MAX),
        ...(decision === undefined ? {} : { decision: buildDecision(decision, node) }),
      },
    };
  }

  /** Returns why a result does not count. SARIF has no state for a review that a person decided to be fine. */
  #buildSuppressions(kind: FindingKind, node: ReportNode): Suppression[] {
    const decision = this.#findDecision(node);
    switch (getExclusion({ ...node, kind })) {
      case 'suppressed':
        return [this.#suppressions.get(node.suppressedBy ?? '') ?? accepted];
      case 'fine':
        return [
          decision === undefined ? accepted : { ...accepted, justification: escapeLine(decision.reason) },
        ];
      case null:
        return [];
    }
  }

  buildAbsent(fixed: FixedFinding): Result {
    const selector = escapeLine(fixed.selector, SELECTOR_MAX);
    return {
      ...this.#buildBase(fixed.ruleId, fixed.kind, fixed.impact, 'Fixed since the baseline.'),
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: toUri(fixed.url) } },
          logicalLocations: [{ fullyQualifiedName: selector, kind: 'element' }],
        },
      ],
      baselineState: 'absent',
      suppressions: [],
      fingerprints: { 'finding/v1': escapeLine(fixed.fingerprint) },
      properties: { impact: fixed.impact, state: 'fixed' },
    };
  }

  #buildBase(ruleId: string, kind: FindingKind, impact: ReportNode['impact'], toDo: string): Result {
    const help = this.#rules.get(ruleId)?.help ?? ruleId;
    const index = this.#ruleIndex.get(ruleId);
    return {
      ruleId,
      ...(index === undefined ? {} : { ruleIndex: index }),
      ...getResultSeverity(kind, impact),
      message: buildMessage(`${help}. ${toDo}`, TEXT_MAX),
    };
  }

  #buildLocation(node: ReportNode): Location {
    const index = this.#pageIndex.get(node.pageId);
    const selector = escapeLine(formatSelector(node.target), SELECTOR_MAX);
    return {
      physicalLocation: {
        artifactLocation: { uri: toUri(node.url), ...(index === undefined ? {} : { index }) },
      },
      // `element` is the kind for markup in SARIF 2.1.0, section 3.33.7.
      logicalLocations: [{ fullyQualifiedName: selector, kind: 'element' }],
      message: buildMessage(node.html, TEXT_MAX),
    };
  }
}

function buildFingerprints({
  fingerprint,
  issueGroup,
}: ReportNode): Pick<Result, 'fingerprints' | 'partialFingerprints'> {
  return {
    ...(fingerprint === null ? {} : { fingerprints: { 'finding/v1': escapeLine(fingerprint) } }),
    ...(issueGroup === null ? {} : { partialFingerprints: { 'issueGroup/v1': escapeLine(issueGroup) } }),
  };
}

function buildAttachments(scanId: string, { picture }: ReportNode): Pick<Result, 'attachments'> {
  if (picture === null) return {};
  const { x, y, width, height } = picture.element;
  return {
    attachments: [
      {
        description: { text: `A picture of the element and the area around it${describeAge(picture)}.` },
        artifactLocation: { uri: `scans/${scanId}/pictures/${picture.id}`, uriBaseId: 'API' },
        rectangles: [{ top: y, left: x, bottom: y + height, right: x + width }],
      },
    ],
  };
}

function describeAge({ takenBy }: ReportPicture): string {
  return takenBy === undefined ? '' : `, taken by an earlier scan on ${takenBy.at.slice(0, 10)}`;
}

function buildDecision({ decision, reason, author, decidedAt }: ReportDecision, node: ReportNode): object {
  return {
    decision,
    reason: escapeLine(reason),
    author: escapeLine(author.name),
    decidedAt,
    ...(node.decision === 'outdated' ? { outdated: true } : {}),
  };
}

const accepted = { kind: 'external', status: 'accepted' } as const;

function buildSuppression({ id, reason, author, expiresAt }: ReportSuppression): Suppression {
  return {
    ...accepted,
    justification: escapeLine(reason),
    properties: { id, author: escapeLine(author.name), expiresAt },
  };
}
