/** Uses of a listed word that stay, in one file. */
export interface AllowedUses {
  /** Path from the root. */
  readonly path: string;
  readonly word: string;
  readonly uses: number;
  /** Why it stays: the name is public or stored, or it is the term of the field in this sense. */
  readonly reason: string;
}

/** All uses of listed words that stay. There may be 120 at most. */
export const allowedUses: readonly AllowedUses[] = [];
