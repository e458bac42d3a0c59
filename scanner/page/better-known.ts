import type { CDPSession } from 'puppeteer-core';
import type { FindingNode, PageFinding } from '../../core/scans/page-result.ts';
import { answersOf, listAnsweredInWorld } from '../checks/run-checks.ts';
import type { FrameRun } from './axe.ts';
import type { PageClock } from './clock.ts';
import { findElement } from './findings.ts';
import type { WireRule } from './in-page/wire-results.ts';
import { callInWorld, isCausedByPage } from './world.ts';

/**
 * Returns the nodes of axe's findings about which a check of the service itself knows more: it has judged the element
 * by the same requirement.
 * @param rules the results of all rules: a check without one has no findings, so axe's must stay
 */
export async function listAnswered(
  session: CDPSession,
  findings: readonly PageFinding[],
  rules: readonly WireRule[],
  frames: readonly FrameRun[],
  clock: PageClock,
): Promise<Set<FindingNode>> {
  const ended = rules.filter(([, result]) => result !== 'error').map(([ruleId]) => ruleId);
  const answeredRules = new Set(ended.flatMap((ruleId) => answersOf.get(ruleId) ?? []));
  const asked = findings
    .filter(({ ruleId }) => answeredRules.has(ruleId))
    .flatMap(({ ruleId, nodes }) => nodes.map((node) => ({ ruleId, node, element: findElement(node) })));
  const byFrame = Map.groupBy(asked, ({ element }) => element?.frame);
  const answered = new Set<FindingNode>();
  for (const [number, ofFrame] of byFrame) {
    const frame = number === undefined ? undefined : frames[number];
    if (frame === undefined) continue;
    const pairs = ofFrame.map(({ ruleId, element }): [string, number] => [ruleId, element?.number ?? -1]);
    try {
      const work = callInWorld(session, frame.world, listAnsweredInWorld, pairs);
      const answers = await clock.bound('reading the checks', work);
      for (const [index, { node }] of ofFrame.entries()) if (answers[index]) answered.add(node);
    } catch (error) {
      // Without an answer, the findings stay.
      if (!isCausedByPage(error)) throw error;
    }
  }
  return answered;
}

/**
 * Adds to the findings of checks what axe found at the same element by the same requirement: one finding with both
 * sources. The identity of the finding stays.
 * @param answered nodes of axe's findings that are dropped
 */
export function addSources(
  findings: readonly PageFinding[],
  answered: ReadonlySet<FindingNode>,
): PageFinding[] {
  if (answered.size === 0) return [...findings];
  const toKey = (ruleId: string, node: FindingNode) => {
    const { frame, number } = findElement(node) ?? {};
    return `${ruleId} ${frame} ${number}`;
  };
  const ofAxe = new Map(
    findings.flatMap(({ ruleId, nodes }) =>
      nodes.filter((node) => answered.has(node)).map((node) => [toKey(ruleId, node), node]),
    ),
  );
  return findings.map((finding) => {
    const answers = answersOf.get(finding.ruleId) ?? [];
    if (answers.length === 0) return finding;
    const nodes = finding.nodes.map((node) => {
      const sources = answers.flatMap((ruleId) => ofAxe.get(toKey(ruleId, node)) ?? []);
      const checks = sources.flatMap(({ checks: { any, all, none } }) => [...any, ...all, ...none]);
      if (checks.length === 0) return node;
      const messages = checks.map(({ message }) => message);
      return {
        ...node,
        checks: { ...node.checks, any: [...node.checks.any, ...checks] },
        fix: { ...node.fix, any: [...node.fix.any, ...messages] },
      };
    });
    return { ...finding, nodes };
  });
}

/** Returns a run of rules without some nodes of its findings. A rule without others has passed. */
export function dropNodes<Run extends { findings: PageFinding[]; rules: WireRule[] }>(
  run: Run,
  dropped: ReadonlySet<FindingNode>,
): Run {
  if (dropped.size === 0) return run;
  const findings = run.findings.flatMap((finding) => {
    const nodes = finding.nodes.filter((node) => !dropped.has(node));
    const nodeCount = finding.nodeCount - (finding.nodes.length - nodes.length);
    return nodeCount === 0 ? [] : [{ ...finding, nodes, nodeCount }];
  });
  const changed = new Set(
    run.findings.filter(({ nodes }) => nodes.some((node) => dropped.has(node))).map(({ ruleId }) => ruleId),
  );
  const kinds = new Map(findings.toReversed().map(({ ruleId, kind }) => [ruleId, kind]));
  const toResult = (ruleId: string): WireRule[1] =>
    (({ violation: 'failed', review: 'review', none: 'passed' }) as const)[kinds.get(ruleId) ?? 'none'];
  const rules = run.rules.map(
    ([ruleId, result]): WireRule =>
      changed.has(ruleId) && result !== 'error' ? [ruleId, toResult(ruleId)] : [ruleId, result],
  );
  return { ...run, findings, rules };
}
