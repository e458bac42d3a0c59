import { z } from 'zod';
import { failOnSchema } from '../../core/gate/fail-on.ts';
import { reportFormatNames, reportFormats } from '../../core/reports/report-formats.ts';
import { scanConfigSchema } from '../../core/scans/scan-config.ts';
import { DURATION_REQUIREMENT, parseDuration } from './duration.ts';

const PATH_LENGTH_MAX = 1_000;
const TEXT_LENGTH_MAX = 2_000;

const configMembers = scanConfigSchema.shape;

const pathSchema = z.string().min(1, 'must be a path').max(PATH_LENGTH_MAX);

/** What `a11y-scan.config.json` may hold. Everything may be left out; flags and the environment override it. */
export const configFileSchema = z
  .strictObject({
    $schema: z
      .string()
      .max(TEXT_LENGTH_MAX)
      .optional()
      .meta({ description: 'Where this schema is, for editors.' }),
    apiUrl: z.string().min(1).max(TEXT_LENGTH_MAX).optional().meta({
      description:
        'Version 1 of the API of the service. With a key in the environment it is taken only if it is confirmed there or by `--trust-config-file`.',
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
      .meta({ description: 'What the scan is to do, as in the `config` of the API.' }),
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
          'Where the report is written, by its format: paths below the working directory, or `-` for standard output.',
        example: { sarif: 'a11y.sarif' },
      }),
    suppressions: pathSchema.optional().meta({
      description:
        'Of a local scan: the file with the findings to exclude from the count, an array of what the API takes for a suppression. Relative to the working directory. Suppressions of a site on the service are kept there.',
      example: 'a11y-suppressions.json',
    }),
    timeout: z
      .string()
      .refine((text) => parseDuration(text) !== null, DURATION_REQUIREMENT)
      .optional()
      .meta({ description: 'How long to wait at most, for the whole invocation.', example: '15m' }),
  })
  .meta({
    title: 'a11y-scan.config.json',
    description:
      'Settings of `a11y-scan`. Flags override the environment, which overrides this file. An API key has no place in it.',
  });

/** A configuration file that is valid, as it was written. */
export type ConfigFile = z.input<typeof configFileSchema>;
