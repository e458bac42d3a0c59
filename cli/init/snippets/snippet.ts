/** The pipeline file of one CI. `fillSnippet` replaces its placeholders. */
export interface Snippet {
  /** Path where the CI expects it, from the repository's root. */
  path: string;
  /** Says what to do if the file exists. The whole text would then be invalid. */
  insertion: string;
  /** Language of the syntax highlighting. */
  language: 'yaml' | 'groovy';
  /** Scans a site of the service: `{{site}}`. */
  trigger: string;
  /** Starts a preview within the pipeline and scans it there: `{{start}}`, `{{url}}`. */
  local: string;
  /** Where to store the organization's settings and the secret, in one or two sentences. */
  settings: string;
  /** As `settings`, for scans in the pipeline itself, which need neither the service nor a key. */
  localSettings: string;
}

/** Values of the placeholders of a snippet. */
export interface SnippetValues {
  /** Id of a site, or its URL. */
  site?: string;
  /** Command that starts the preview. */
  start?: string;
  /** URL of the preview. */
  url?: string;
}

/** Values in the documentation, and defaults for unknown values. */
export const exampleValues = {
  site: 'https://www.example.com/',
  start: 'npm start',
  url: 'http://localhost:8080/',
} as const satisfies Required<SnippetValues>;

/** Calls the command in a pipeline's shell. */
export const NPX = 'npx --yes --package "$A11Y_SCAN_PACKAGE" -- a11y-scan';

const CHECK_PACKAGE_NAME =
  'case "$A11Y_SCAN_PACKAGE" in [A-Za-z0-9@./~]*) ;; *) echo "A11Y_SCAN_PACKAGE names no package; set it to that of a11y-scan." >&2; exit 2 ;; esac';

/**
 * Returns the shell lines before the first call of `npx`. They check two cases. Without a name, or with a version range
 * alone, npx would fetch the package `undefined`, which belongs to a stranger. If npx cannot fetch a package, it exits
 * with 1, which would mean that the gate failed.
 * @param indent spaces before each line
 */
export const renderNpxFetch = (indent: number) =>
  indented([CHECK_PACKAGE_NAME, `${NPX} --version || exit 3`], indent);

/**
 * Returns the lines of `renderNpxFetch`, and the command as the process of the step. This is for CIs that signal only
 * that process when a job is cancelled: a shell and `npx` do not pass the signal on, so the service would continue the
 * scan.
 * @param words the command's arguments
 * @param indent spaces before each line
 */
export const renderStepRun = (words: string, indent: number) =>
  indented(
    [
      CHECK_PACKAGE_NAME,
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

/** Matches characters that may have a meaning in shells, YAML, Groovy or the expressions of a CI. */
const UNSAFE_CHARACTERS = /[^\w.~:/?&=%@+,;-]/gu;

/**
 * Fills the placeholders of a snippet. Characters of a site or URL that a shell or a CI could interpret are
 * percent-encoded. A value with `?`, `&` or `;` is quoted.
 * @param text a member of a Snippet
 */
export function fillSnippet(text: string, values: SnippetValues): string {
  const { site, start, url } = { ...exampleValues, ...values };
  return text
    .replaceAll('{{site}}', () => quoteWord(site))
    .replaceAll('{{url}}', () => quoteWord(url))
    .replaceAll('{{start}}', () => start);
}

function quoteWord(value: string): string {
  const encoded = value.replace(UNSAFE_CHARACTERS, (character) =>
    encodeURIComponent(character).replace(/[!'()*]/g, percentEncode),
  );
  return /[?&;]/.test(encoded) ? `'${encoded}'` : encoded;
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
