import { z } from 'zod';
import { failOnSchema } from '../../core/gate/fail-on.ts';
import { reportFormatNames, reportFormats } from '../../core/reports/report-formats.ts';
import { scanConfigSchema } from '../../core/scans/scan-config.ts';
import { DURATION_REQUIREMENT, parseDuration } from './duration.ts';

const PATH_LENGTH_MAX = 1_000;
const TEXT_LENGTH_MAX = 2_000;

const configMembers = scanConfigSchema.shape;

const pathSchema = z.string().min(1, 'must be a path').max(PATH_LENGTH_MAX);

/** The schema of `a11y-scan.config.json`. All members are optional. Flags and the environment override them. */
export const configFileSchema = z
  .strictObject({
    $schema: z
      .string()
      .max(TEXT_LENGTH_MAX)
      .optional()
      .meta({ description: 'Path or URL of this schema, for editors.' }),
    apiUrl: z.string().min(1).max(TEXT_LENGTH_MAX).optional().meta({
      description:
        'Version 1 of the API of the service. If the environment has a key, the environment or `--trust-config-file` must confirm this URL.',
      example: 'https://scan.example.com/api/v1',
    }),
    site: z
      .string()
      .min(1)
      .max(TEXT_LENGTH_MAX)
      .optional()
      .meta({ description: 'The site: its id or its URL.', example: 'https://www.example.com/' }),
    config: z
      .strictObject({
        ...configMembers,
        rules: configMembers.rules.optional(),
        failOn: z
          .union([failOnSchema, z.literal('nothing')], {
            error: 'must be an object of thresholds such as {"new": "serious"}, or "nothing"',
          })
          .optional()
          .meta({ description: 'What makes the gate fail; `nothing` for no gate.' }),
      })
      .optional()
      .meta({ description: 'Configuration of the scan, as `config` of the API.' }),
    outputs: z
      .strictObject(
        Object.fromEntries(
          reportFormatNames.map((name) => [
            name,
            pathSchema.optional().meta({ description: `${reportFormats[name].meaning}.` }),
          ]),
        ),
      )
      .optional()
      .meta({
        description:
          'Paths of the reports, by format: below the working directory, or `-` for standard output.',
        example: { sarif: 'a11y.sarif' },
      }),
    suppressions: pathSchema.optional().meta({
      description:
        'For local scans: path of the file with the findings to exclude from the count, an array of suppressions as the API takes them. Relative to the working directory. The service stores the suppressions of its sites itself.',
      example: 'a11y-suppressions.json',
    }),
    timeout: z
      .string()
      .refine((text) => parseDuration(text) !== null, DURATION_REQUIREMENT)
      .optional()
      .meta({ description: 'Maximum duration of the whole invocation.', example: '15m' }),
  })
  .meta({
    title: 'a11y-scan.config.json',
    description:
      'Settings of `a11y-scan`. Flags override the environment, which overrides this file. It must not contain an API key.',
  });

/** A valid configuration file, as written. */
export type ConfigFile = z.input<typeof configFileSchema>;
