import { z } from 'zod';
import { globSchema } from '../crawl/url-glob.ts';
import { isPlainText, NOT_PLAIN } from './plain-text.ts';

const PATHS_MAX = 50;
const PATH_LENGTH_MAX = 500;
const RELATIVE_PATH = /^(?!\/)(?![A-Za-z]:)(?!.*(^|\/)\.\.?(\/|$))[^\\]+$/;

/** Which source file a page is built from, for tools that show findings in a repository. The first match applies. */
export const sourcePathsSchema = z
  .array(
    z.strictObject({
      url: globSchema.meta({ description: 'A glob as in `includeUrls`.', example: '/blog/**' }),
      path: z
        .string()
        .max(PATH_LENGTH_MAX)
        .regex(RELATIVE_PATH, 'must be a path within the repository, such as src/pages/index.html')
        .refine(isPlainText, NOT_PLAIN)
        .meta({ description: 'Path of a file from the root of the repository.', example: 'src/blog.html' }),
    }),
  )
  .max(PATHS_MAX)
  .meta({
    description:
      'Which source files pages are built from, for reports in SARIF and GitLab code quality. The first matching glob applies.',
    example: [{ url: '/blog/**', path: 'src/blog.html' }],
  });
export type SourcePaths = z.infer<typeof sourcePathsSchema>;
