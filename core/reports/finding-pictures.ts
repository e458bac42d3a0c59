import type { ComparedNode } from '../comparison/page-findings.ts';
import type { KnownFinding } from '../comparison/site-state.ts';
import {
  isShowable,
  type KnownPicture,
  type PictureAge,
  type ReportPicture,
} from '../findings/earlier-pictures.ts';
import type { Picture, ScreenshotMode } from '../findings/picture.ts';
import type { PageResult } from '../scans/page-result.ts';

/** Access to pictures of earlier scans. */
export interface EarlierPictures {
  /** Retention of pictures in days. */
  retentionDays: number;
  /**
   * Copies a picture of an earlier scan to this scan.
   * @returns false if it no longer exists
   */
  copyPicture(picture: { scanId: string; id: string }): Promise<boolean>;
}

/** The picture of a finding in the report, and in the state for later scans. */
export interface FindingPicture {
  shown: ReportPicture | null;
  /** See `KnownFinding.picture`. */
  known: KnownPicture | null | undefined;
}

const notAvailable: FindingPicture = { shown: null, known: undefined };
const notTaken: FindingPicture = { shown: null, known: null };

/** Selects the picture of each finding: the one that the scan took, else that of the same finding in the baseline. */
export class FindingPictures {
  readonly #scanId: string;
  readonly #mode: ScreenshotMode;
  readonly #now: PictureAge;
  readonly #copyPicture: EarlierPictures['copyPicture'];

  constructor(
    scan: { scanId: string; mode: ScreenshotMode },
    now: PictureAge,
    copyPicture: EarlierPictures['copyPicture'],
  ) {
    this.#scanId = scan.scanId;
    this.#mode = scan.mode;
    this.#now = now;
    this.#copyPicture = copyPicture;
  }

  /**
   * Returns the pictures of all findings of page results.
   * @param before the corresponding findings of the baseline
   */
  async of(
    results: readonly PageResult[],
    before: ReadonlyMap<ComparedNode, KnownFinding>,
  ): Promise<Map<ComparedNode, FindingPicture>> {
    const all = results.flatMap((result) =>
      result.findings.flatMap(({ nodes }) =>
        nodes.map(async (node): Promise<[ComparedNode, FindingPicture]> => {
          const picture = node.picture === null ? this.#earlier(before.get(node)) : this.#own(node.picture);
          return [node, await picture];
        }),
      ),
    );
    return new Map(await Promise.all(all));
  }

  #own(picture: Picture): FindingPicture {
    const scanId = this.#scanId;
    const { masking, endedAt } = this.#now;
    return {
      shown: picture,
      known: { ...picture, takenBy: { scanId, at: endedAt }, storedWith: scanId, masking },
    };
  }

  async #earlier(before: KnownFinding | undefined): Promise<FindingPicture> {
    const picture = before?.picture;
    const showable = picture && isShowable(picture, this.#now) ? picture : undefined;
    // This scan takes no pictures. A later scan that takes pictures may show the picture again.
    if (this.#mode === 'none') {
      const couldNotBeTaken = before !== undefined && picture === undefined;
      return couldNotBeTaken ? notAvailable : { shown: null, known: showable ?? null };
    }
    if (showable === undefined) return notAvailable;
    if (!(await this.#copyPicture({ scanId: showable.storedWith, id: showable.id }))) return notTaken;
    const { storedWith: _, masking, ...shown } = showable;
    return { shown, known: { ...shown, masking, storedWith: this.#scanId } };
  }
}
