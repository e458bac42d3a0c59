import { hash } from 'node:crypto';
import type { SelectorPath } from '../scans/page-result.ts';

/** A frame: a digest for each frame from the top document down; empty for the top document. */
export type FramePath = readonly string[];

const DIGEST_LENGTH = 16;

/** A path of selectors of frames in a form of bounded length. */
export function toFramePath(selectors: SelectorPath): FramePath {
  return selectors.map((selector) => hash('sha256', JSON.stringify(selector), 'hex').slice(0, DIGEST_LENGTH));
}

/** The frame that an element is in. @param target of the element; its last entry is the element itself */
export function getElementFrame(target: SelectorPath): FramePath {
  return target.length > 1 ? toFramePath(target.slice(0, -1)) : [];
}

/** Whether a frame is one of the given ones or within one. */
export function isWithin(frame: FramePath, frames: readonly FramePath[]): boolean {
  return frames.some((outer) => outer.length > 0 && outer.every((step, index) => frame[index] === step));
}

/** What is known of the frames of one scanned page. */
export interface FramesOfPage {
  notScanned: readonly FramePath[];
  /** Keys of frames that findings are in: these were scanned. */
  seen: ReadonlySet<string>;
}

/** A frame as a member of a set. */
export function toFrameKey(frame: FramePath): string {
  return frame.join('/');
}

/**
 * Whether what is not found in a frame any more is gone from it: the frame was scanned, or is gone from a page of
 * which every frame was scanned. Selectors of frames drift, so that on a page with frames that were not scanned, a
 * frame that nothing else betrays may be one of them under another name.
 */
export function isFrameJudged(frame: FramePath, { notScanned, seen }: FramesOfPage): boolean {
  if (frame.length === 0 || notScanned.length === 0) return true;
  return !isWithin(frame, notScanned) && seen.has(toFrameKey(frame));
}
