type Escapes = Readonly<Record<string, string>>;
const lineBreaks = { '\r': '%0D', '\n': '%0A' };

const githubData: Escapes = { '%': '%25', ...lineBreaks };
const githubProperty: Escapes = { ...githubData, ':': '%3A', ',': '%2C' };

/**
 * Returns a command that makes GitHub's runner show a message above the log or beside the source:
 * https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts.
 * @param properties `title`, `file`
 */
export function formatGithubCommand(
  level: 'error' | 'warning' | 'notice',
  properties: Readonly<Record<string, string>>,
  message: string,
): string {
  const list = Object.entries(properties).map(
    ([name, value]) => `${name}=${escapeCommandText(value, githubProperty)}`,
  );
  return `::${level} ${list.join(',')}::${escapeCommandText(message, githubData)}`;
}

// https://github.com/microsoft/azure-pipelines-task-lib/blob/master/node/taskcommand.ts
const azureData: Escapes = { '%': '%AZP25', ...lineBreaks };
const azureProperty: Escapes = { ...azureData, ']': '%5D', ';': '%3B' };

/**
 * Returns a command that makes Azure's agent show a message above the log:
 * https://learn.microsoft.com/en-us/azure/devops/pipelines/scripts/logging-commands#logissue-log-an-error-or-warning.
 * @param file affected source file; null for none
 */
export function formatAzureIssue(level: 'error' | 'warning', message: string, file: string | null): string {
  const source = file === null ? '' : `sourcepath=${escapeCommandText(file, azureProperty)};`;
  return `##vso[task.logissue type=${level};${source}]${escapeCommandText(message, azureData)}`;
}

function escapeCommandText(text: string, escapes: Escapes): string {
  return text.replace(/[%\r\n:,;\]]/g, (character) => escapes[character] ?? character);
}
