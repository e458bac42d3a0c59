import { hash } from 'node:crypto';
import type { SelectorPath } from '../scans/page-result.ts';

/** Identifies a frame: one digest for each frame from the top document down; empty for the top document. */
export type FramePath = readonly string[];

const DIGEST_LENGTH = 16;

/** Returns the frame path for the selectors of frames. Its length is bounded. */
export function toFramePath(selectors: SelectorPath): FramePath {
  return selectors.map((selector) => hash('sha256', JSON.stringify(selector), 'hex').slice(0, DIGEST_LENGTH));
}

/** Returns the frame that contains an element. @param target of the element; its last entry is the element itself */
export function getElementFrame(target: SelectorPath): FramePath {
  return target.length > 1 ? toFramePath(target.slice(0, -1)) : [];
}

/** True if a frame is one of the given frames or inside one of them. */
export function isWithin(frame: FramePath, frames: readonly FramePath[]): boolean {
  return frames.some((outer) => outer.length > 0 && outer.every((step, index) => frame[index] === step));
}

/** The frames of one scanned page. */
export interface FramesOfPage {
  notScanned: readonly FramePath[];
  /** Keys of frames with findings: these frames were scanned. */
  seen: ReadonlySet<string>;
}

/** Returns a text that identifies a frame, for use in sets. */
export function toFrameKey(frame: FramePath): string {
  return frame.join('/');
}

/**
 * True if a finding that is missing in a frame is certainly gone: the frame was scanned, or it is gone from a page
 * whose frames were all scanned. Selectors of frames can change between scans. So if some frames of a page were not
 * scanned, a frame without findings may be one of them under another selector.
 */
export function isFrameJudged(frame: FramePath, { notScanned, seen }: FramesOfPage): boolean {
  if (frame.length === 0 || notScanned.length === 0) return true;
  return !isWithin(frame, notScanned) && seen.has(toFrameKey(frame));
}
