import type { CDPSession, Protocol } from 'puppeteer-core';
import type { FindingNode, PageFinding } from '../../core/scans/page-result.ts';
import type { FrameRun } from './axe.ts';
import { findElement } from './findings.ts';
import type { Dom } from './in-page/dom.ts';
import type { ElementsWorld } from './in-page/read-elements.ts';
import type { OpenPage } from './open-page.ts';
import { drawFrames } from './pass-time.ts';
import { callInWorld, getObjectInWorld, isCausedByPage, type World } from './world.ts';

type AxNode = Protocol.Accessibility.AXNode;

/** Maximum number of elements of a page, and of nodes below one of them, that are looked up in the tree. */
const ELEMENTS_MAX = 50;
const NODES_MAX = 500;
/** Wall-clock limit in milliseconds. */
const LOOK_MS = 5_000;
/** Virtual milliseconds of a frame. */
const FRAME_MS = 17;
/** More than the look at one element needs. */
const FRAMES_MAX = 50;

/** The roles that an element with a role must be in. */
const parentRoles: Readonly<Record<string, readonly string[]>> = {
  listitem: ['list'],
  option: ['listbox', 'group'],
  menuitem: ['menu', 'menubar', 'group'],
  menuitemcheckbox: ['menu', 'menubar', 'group'],
  menuitemradio: ['menu', 'menubar', 'group'],
  tab: ['tablist'],
  treeitem: ['tree', 'group'],
  row: ['table', 'grid', 'treegrid', 'rowgroup'],
  cell: ['row'],
  gridcell: ['row'],
  columnheader: ['row'],
  rowheader: ['row'],
};
/** Roles of the tree that mean nothing: what is in them belongs to what is around them. */
const emptyRoles: ReadonlySet<string> = new Set(['generic', 'none', 'presentation']);

/** An element of findings that is looked up in the tree. */
interface Look {
  session: CDPSession;
  world: World;
  /** See `WireNode`. */
  number: number;
  objectId: string;
}
type IsContradicted = (look: Look) => Promise<boolean>;

/** Rules of axe about roles, and what in the tree contradicts a finding of each. */
const contradictions: Readonly<Record<string, IsContradicted>> = {
  'aria-allowed-attr': hasFittingRole,
  'aria-prohibited-attr': hasFittingRole,
  'aria-required-parent': isInParentRole,
  listitem: isInParentRole,
  'aria-required-children': hasChildRoles,
  list: hasChildRoles,
};

/**
 * Returns the nodes of violations of axe about the role of a custom element, or of elements in shadow roots and slots,
 * that the browser's accessibility tree contradicts. axe-core knows neither roles that scripts set by
 * `ElementInternals`, nor the content of slots in another shadow root.
 */
export async function listContradicted(
  page: OpenPage,
  findings: readonly PageFinding[],
  frames: readonly FrameRun[],
): Promise<Set<FindingNode>> {
  const contradicted = new Set<FindingNode>();
  const asked = findings
    .filter(({ ruleId, kind }) => kind === 'violation' && Object.hasOwn(contradictions, ruleId))
    .flatMap(({ ruleId, nodes }) => nodes.map((node) => ({ ruleId, node })))
    .slice(0, ELEMENTS_MAX);
  if (asked.length === 0) return contradicted;
  const { session, clock } = page;
  const within = clock.within(Math.min(LOOK_MS, clock.left() / 4));
  try {
    for (const { ruleId, node } of asked) {
      const element = findElement(node);
      const frame = element && frames[element.frame];
      if (frame === undefined) continue;
      const look = async () => {
        const { world } = frame;
        const number = element?.number ?? -1;
        const objectId = await getObjectInWorld(session, world, getIfComposed, number);
        if (objectId === null) return false;
        return (await contradictions[ruleId]?.({ session, world, number, objectId })) === true;
      };
      const work = drawUntil(page, (frames[0] as FrameRun).world, look());
      if (await within.bound('reading the accessibility tree', work)) contradicted.add(node);
    }
  } catch (error) {
    // Without an answer, the findings stay.
    if (!isCausedByPage(error)) throw error;
  }
  return contradicted;
}

/** Draws frames until some work has ended: the browser updates the accessibility tree when it draws. */
async function drawUntil<Result>(page: OpenPage, world: World, work: Promise<Result>): Promise<Result> {
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  work.then(end, end);
  for (let frame = 0; frame < FRAMES_MAX && !hasEnded; frame += 1) await drawFrames(page, world, [FRAME_MS]);
  return work;
}

/**
 * Runs in a page: returns an element of findings if it is a custom element, in a shadow root or slot, or near one of
 * these; null for others, whose roles axe knows.
 */
function getIfComposed(number: number): object | null {
  const { a11yElements = [], a11yDom } = globalThis as unknown as ElementsWorld;
  const { localName, parentNode, firstChild, nextSibling, isElement, isShadowRoot } = a11yDom as Dom;
  const limits = { levels: 4, children: 100 };
  const element = a11yElements[number];
  if (element === undefined) return null;
  const isComposed = (node: object) =>
    isShadowRoot(node) || (isElement(node) && (localName(node) === 'slot' || localName(node).includes('-')));
  let up: object | null = element;
  for (let level = 0; up !== null && level < limits.levels; level += 1) {
    if (isComposed(up)) return element;
    up = parentNode(up);
  }
  let child = firstChild(element);
  for (let count = 0; child !== null && count < limits.children; count += 1) {
    if (isComposed(child)) return element;
    child = nextSibling(child);
  }
  return null;
}

/** Runs in a page: returns whether a role allows all ARIA attributes of an element of findings. */
function areAttributesAllowed(number: number, role: string): boolean {
  const { a11yElements = [], a11yDom } = globalThis as unknown as ElementsWorld;
  const { axe } = globalThis as unknown as {
    axe: { commons: { aria: { allowedAttr(role: string): string[] } } };
  };
  // https://www.w3.org/TR/wai-aria-1.2/#namefromprohibited
  const nameless =
    'caption code deletion emphasis generic insertion none paragraph presentation strong subscript superscript';
  const allowed = new Set(axe.commons.aria.allowedAttr(role));
  const element = a11yElements[number];
  if (element === undefined || nameless.split(' ').includes(role)) return false;
  return [...(a11yDom as Dom).attributes(element)].every(
    ({ name }) => !name.startsWith('aria-') || allowed.has(name),
  );
}

/** True if the browser gives a custom element without a `role` a role that allows its ARIA attributes. */
async function hasFittingRole({ session, world, number, objectId }: Look): Promise<boolean> {
  const { node } = await session.send('DOM.describeNode', { objectId });
  const hasRole = (node.attributes ?? []).some((name, index) => index % 2 === 0 && name === 'role');
  if (hasRole || !node.localName.includes('-')) return false;
  const tree = await session.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false });
  const [own] = tree.nodes;
  if (own === undefined || isEmpty(own)) return false;
  return callInWorld(session, world, areAttributesAllowed, number, getRole(own));
}

/** True if the nearest element around with a role has one that this element must be in. */
async function isInParentRole({ session, objectId }: Look): Promise<boolean> {
  const { nodes } = await session.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: true });
  const byId = new Map(nodes.map((each) => [each.nodeId, each]));
  const [own] = nodes;
  const allowed = parentRoles[getRole(own)];
  if (own === undefined || allowed === undefined) return false;
  let up = byId.get(own.parentId ?? '');
  while (up !== undefined && isEmpty(up)) up = byId.get(up.parentId ?? '');
  return allowed.includes(getRole(up));
}

/** True if the nearest elements within that have a role have one that must be in the role of this element. */
async function hasChildRoles({ session, objectId }: Look): Promise<boolean> {
  const { nodes } = await session.send('Accessibility.queryAXTree', { objectId });
  const [own] = nodes;
  if (own === undefined || nodes.length > NODES_MAX) return false;
  const byId = new Map(nodes.map((each) => [each.nodeId, each]));
  const open = [...(own.childIds ?? [])];
  let count = 0;
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const child = byId.get(id);
    if (child === undefined) continue;
    if (isEmpty(child)) open.push(...(child.childIds ?? []));
    else if (parentRoles[getRole(child)]?.includes(getRole(own))) count += 1;
    else return false;
  }
  return count > 0;
}

function getRole(node: AxNode | undefined): string {
  return String(node?.role?.value ?? '');
}

function isEmpty(node: AxNode): boolean {
  return node.ignored || emptyRoles.has(getRole(node));
}
