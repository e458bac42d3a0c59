export interface PresignObjectUrl {
  /** Returns a presigned URL: anyone who has it can read an object of the bucket for some time. */
  presignObjectUrl(
    key: string,
    link: { expiresInSeconds: number; contentType: string; fileName: string },
  ): Promise<string>;
}

/** A link to an object of the bucket. */
export interface Link {
  url: string;
  /** RFC 3339 UTC. */
  expiresAt: string;
}

/** Returns a link to an object, with its expiry time. */
export async function createLink(
  { presignObjectUrl: linkTo }: PresignObjectUrl,
  key: string,
  link: { expiresInSeconds: number; contentType: string; fileName: string },
  now: Date,
): Promise<Link> {
  const url = await linkTo(key, link);
  return { url, expiresAt: new Date(now.getTime() + link.expiresInSeconds * 1000).toISOString() };
}
