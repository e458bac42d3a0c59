/** What goes into a repository so that its pipeline scans, for one CI. Places are filled by `fillSnippet`. */
export interface Snippet {
  /** Where the CI looks for it, from the repository's root. */
  path: string;
  /** Says where the text goes in a file that exists, which the whole text would break. */
  insertion: string;
  /** How it is highlighted. */
  language: 'yaml' | 'groovy';
  /** Scans a site of the service: `{{site}}`. */
  trigger: string;
  /** Starts a preview within the pipeline and scans it there: `{{start}}`, `{{url}}`. */
  local: string;
  /** Where the organisation's settings and the secret are kept, in one or two sentences. */
  settings: string;
  /** As `settings`, for scans in the pipeline itself, which need no service and no key. */
  localSettings: string;
}

/** What the places of a snippet are filled with. */
export interface SnippetValues {
  /** Id of a site, or its URL. */
  site?: string;
  /** Command that starts the preview. */
  start?: string;
  /** Where the preview answers. */
  url?: string;
}

/** What documentation shows, and what stays where nothing else is known. */
export const exampleValues = {
  site: 'https://www.example.com/',
  start: 'npm start',
  url: 'http://localhost:8080/',
} as const satisfies Required<SnippetValues>;

/** The command, as a shell calls it in a pipeline. */
export const NPX = 'npx --yes --package "$A11Y_SCAN_PACKAGE" -- a11y-scan';

const PACKAGE_IS_NAMED =
  'case "$A11Y_SCAN_PACKAGE" in [A-Za-z0-9@./~]*) ;; *) echo "A11Y_SCAN_PACKAGE names no package; set it to that of a11y-scan." >&2; exit 2 ;; esac';

/**
 * The lines of a shell that come before the first call of `npx`. Of no name, or a range alone, it makes the package `undefined`,
 * which is a stranger's, and when it cannot fetch one it ends with 1, which would say that the site has problems.
 * @param indent spaces before each line
 */
export const renderNpxFetch = (indent: number) =>
  indented([PACKAGE_IS_NAMED, `${NPX} --version || exit 3`], indent);

/**
 * As `renderNpxFetch`, followed by the command itself as the process of the step, for CIs that signal nothing else when a
 * job is cancelled: neither a shell nor `npx` under one passes it on, and the scan would go on at the service.
 * @param words of the command
 * @param indent spaces before each line
 */
export const renderStepRun = (words: string, indent: number) =>
  indented(
    [
      PACKAGE_IS_NAMED,
      "trap 'exit 130' INT TERM",
      'program="$RUNNER_TEMP/a11y-scan/node_modules/.bin/a11y-scan"',
      'npm install --no-save --ignore-scripts --prefix "$RUNNER_TEMP/a11y-scan" -- "$A11Y_SCAN_PACKAGE" && [ -x "$program" ] ||',
      '  { printf "result=service\\nexit-code=3\\n" >> "$GITHUB_OUTPUT"; exit 3; }',
      `exec "$program" ${words}`,
    ],
    indent,
  );

const indented = (lines: readonly string[], indent: number) =>
  lines.map((line) => ' '.repeat(indent) + line).join('\n');

/** Characters that are text alone in shells, YAML, Groovy and the expressions of every CI. */
const INERT = /[^\w.~:/?&=%@+,;-]/gu;

/**
 * A snippet with its places filled. Characters of a site or URL that a shell or a CI could take for something
 * else are percent-encoded, and what is to be one word is quoted.
 * @param text a member of a Snippet
 */
export function fillSnippet(text: string, places: SnippetValues): string {
  const { site, start, url } = { ...exampleValues, ...places };
  return text
    .replaceAll('{{site}}', () => word(site))
    .replaceAll('{{url}}', () => word(url))
    .replaceAll('{{start}}', () => start);
}

function word(value: string): string {
  const inert = value.replace(INERT, (character) =>
    encodeURIComponent(character).replace(/[!'()*]/g, escaped),
  );
  return /[?&;]/.test(inert) ? `'${inert}'` : inert;
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
