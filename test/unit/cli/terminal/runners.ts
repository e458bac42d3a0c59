/**
 * Tests whether a CI's runner treats a line of a log as a command, by the rules of its own source:
 * https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs (TryParseV2 and TryParse),
 * https://github.com/microsoft/azure-pipelines-agent/blob/master/src/Microsoft.VisualStudio.Services.Agent/Command.cs,
 * https://www.jetbrains.com/help/teamcity/service-messages.html. The known command names are not checked: any name
 * counts.
 */
export const runners: Record<string, (line: string) => boolean> = {
  github: (line) => {
    const text = line.trimStart();
    return (text.startsWith('::') && text.indexOf('::', 2) > 0) || bracketed(line, '##[');
  },
  azure: (line) => bracketed(line, '##vso[') || bracketed(line, '##['),
  teamcity: (line) => bracketed(line, '##teamcity['),
  gitlab: (line) => /section_(start|end):\d+:/.test(line) && line.includes('\r'),
  jenkins: (line) => line.includes('\u001b[8m'),
};

function bracketed(line: string, prefix: string): boolean {
  const at = line.toLowerCase().indexOf(prefix);
  return at >= 0 && line.indexOf(']', at) > 0;
}

/** Texts that would control a terminal or a runner if they were printed unescaped. */
export const attacks: readonly string[] = [
  '::error file=x,line=1::pwned',
  '  \t::warning::indented',
  'text\n::set-output name=a::b',
  'text\r\n::add-mask::b',
  'text\u2028::stop-commands::token',
  'a ::error::after a space, for lines that are wrapped',
  'a\u00a0::error::after a space outside of ASCII',
  'a\u3000::error::after a wide space',
  ':::error::three',
  ':: ::::error::more',
  '::::',
  '##[error]pwned',
  'text ##[set-env name=PATH]x',
  '###[add-path]x',
  '####[add-path]x',
  '##vso[task.setvariable variable=x]y',
  'text ##VSO[task.complete result=Failed]',
  "##teamcity[buildStop comment='x']",
  '##vso##vso[task.complete]',
  '\u001b[0Ksection_start:1560896352:name[collapsed=true]\r\u001b[0Kheader',
  '\u001b[8mha:////AAAA\u001b[0m',
  '\u001b]0;title\u0007 \u001b]8;;https://evil.example/\u0007link\u001b]8;;\u0007',
  '\u009b2J\u009b31m \u0090payload\u009c',
  'back\b\b\bspace bell\u0007 nul\u0000 del\u007f',
  'over\rwritten',
  'a\u202etxt.exe\u2066\u2069\u200e',
  'pay\u200bpal\ufeff\u{e0041}',
  'lone \ud800 surrogate \udc00',
];
