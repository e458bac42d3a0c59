import type { PathStep } from './element-facts.ts';
import { normalizeName } from './generated-name.ts';
import { getLandmark } from './landmarks.ts';

/**
 * Returns the location of an element within its frame as a text: the tags and positions on the path from the nearest
 * anchor. An anchor is an element with an id that is not generated, or a landmark. Changes outside the anchor do not
 * change the location.
 */
export function getElementLocation(path: readonly PathStep[]): string {
  const from = Math.max(
    0,
    path.findLastIndex((_, at) => isAnchor(path, at)),
  );
  return JSON.stringify(
    path
      .slice(from)
      .map((step, index) => [
        index === 0 ? (getAnchorName(step) ?? formatNumberedStep(step)) : formatNumberedStep(step),
        step.inShadow ? 'shadow' : '',
      ]),
  );
}

function isAnchor(path: readonly PathStep[], at: number): boolean {
  const step = path[at] as PathStep;
  return getAnchorName(step) !== undefined || (at < path.length - 1 && getLandmark(path, at) !== undefined);
}

/** Returns the id of an anchor with `#`; undefined if the id has generated parts, because many elements share those. */
export function getAnchorName({ id }: PathStep): string | undefined {
  return id !== '' && normalizeName(id, 'keep') === id ? `#${id}` : undefined;
}

function formatNumberedStep({ tag, index }: PathStep): string {
  return `${tag}:${index}`;
}
