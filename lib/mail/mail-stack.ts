import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';
import { MailReports } from './mail-reports.ts';

/** What Amazon SES needs in a region of its own. It exists only if a stage sends its mails in another region. */
export class MailStack extends Stack {
  constructor(scope: Construct, id: string, settings: StageSettings, props: StackProps) {
    super(scope, id, props);
    new MailReports(this, 'MailReports', settings);
  }
}
