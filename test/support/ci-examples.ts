import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Snippet } from '../../cli/init/snippets/snippet.ts';
import { type PipelineName, pipelineNames } from '../../cli/pipeline/pipeline.ts';

const rootFolder = join(import.meta.dirname, '../..');

export interface Example {
  name: PipelineName;
  snippet: Snippet;
  /** The whole text of the CI's page in docs/ci. */
  page: string;
}

/** Returns the examples of every CI, as `init` and the documentation show them. */
export async function ciExamples(): Promise<Example[]> {
  return Promise.all(
    pipelineNames.map(async (name) => {
      const { snippet } = (await import(`../../cli/init/snippets/${name}.ts`)) as { snippet: Snippet };
      return { name, snippet, page: pageOf(name) };
    }),
  );
}

export const pageOf = (name: string) => readFileSync(join(rootFolder, `docs/ci/${name}.md`), 'utf8');

/** Returns the code blocks of a page in one language. */
export function blocksOf(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, text = '']) => text,
  );
}

/** Returns the scripts that a shell would run, each once and complete; scripts in YAML as the CI reads them. */
export function scriptsOf(language: string, text: string): string[] {
  if (language === 'yaml') return [...new Set(textsOf(parse(text)).filter(isScript))];
  if (language === 'groovy') {
    return [...text.matchAll(/sh '''\n([\s\S]*?)'''/g)].map(([, script = '']) =>
      script.replaceAll('\\\\', '\\'),
    );
  }
  return [text].filter(isScript);
}

const isScript = (text: string) => text.includes('$A11Y_SCAN_PACKAGE"');

/**
 * Returns the words of each command line of the tool in a script, without its name. Lines that only print the version
 * are excluded.
 */
export function commandLinesOf(script: string): string[][] {
  const lines = script.replaceAll('\\\n', ' ').matchAll(/(?:-- a11y-scan|exec "\$program") ([^\n|]+)/g);
  return [...lines]
    .map(([, line = '']) => line.trim().split(/\s+/))
    .filter(([first]) => first !== '--version');
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
