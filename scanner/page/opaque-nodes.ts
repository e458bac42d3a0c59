import type { CDPSession, Protocol } from 'puppeteer-core';

/** A node whose content the scripts of its document cannot read. */
export interface OpaqueNode {
  kind: 'closed-root' | 'embedded-document';
  /** The closed shadow root itself; for a document the `object` or `embed` element that contains it. */
  backendNodeId: number;
  /** The frame whose document contains the node; undefined for the top frame. */
  inFrame: string | undefined;
  /** The frame of the document in an `object` or `embed`. */
  frameId: string | undefined;
  /** The node is within a closed shadow root. */
  isInClosedRoot: boolean;
}

/** Returns the closed shadow roots of a page, and the documents in its `object` and `embed` elements. */
export async function listOpaqueNodes(session: CDPSession): Promise<OpaqueNode[]> {
  await session.send('DOM.enable');
  const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true });
  await session.send('DOM.disable');
  const parents = new Map<number, number | undefined>();
  const frames = new Map<number, string>();
  const closed = new Set<number>();
  const found: { node: Protocol.DOM.Node; kind: OpaqueNode['kind'] }[] = [];
  for (const node of nodes) {
    const { nodeId, parentId, nodeName, contentDocument, frameId, shadowRoots = [] } = node;
    parents.set(nodeId, parentId);
    if (contentDocument && frameId) {
      frames.set(contentDocument.nodeId, frameId);
      if (/^(object|embed)$/i.test(nodeName)) found.push({ node, kind: 'embedded-document' });
    }
    for (const root of shadowRoots) {
      parents.set(root.nodeId, nodeId);
      if (root.shadowRootType !== 'closed') continue;
      closed.add(root.nodeId);
      found.push({ node: root, kind: 'closed-root' });
    }
  }
  return found.map(({ node: { nodeId, backendNodeId, frameId }, kind }) => {
    let isInClosedRoot = false;
    let top = nodeId;
    for (let up = parents.get(top); up !== undefined; up = parents.get(up)) {
      isInClosedRoot ||= closed.has(up);
      top = up;
    }
    const isDocument = kind === 'embedded-document';
    return {
      kind,
      backendNodeId,
      inFrame: frames.get(top),
      frameId: isDocument ? frameId : undefined,
      isInClosedRoot,
    };
  });
}

/** Returns the protocol's id of a node in a world. */
export async function resolveNode(
  session: CDPSession,
  backendNodeId: number,
  executionContextId: number,
): Promise<string | undefined> {
  const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId });
  return object.objectId;
}
