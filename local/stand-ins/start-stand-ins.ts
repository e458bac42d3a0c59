import type { DataFolder } from '../data-folder.ts';
import type { Reaper } from '../processes/reaper.ts';
import { settleAll } from '../settle-all.ts';
import type { UndoStack } from '../undo-stack.ts';
import { type CognitoStandIn, createCognito } from './cognito.ts';
import { type DynamoDbStandIn, startDynamoDb } from './dynamodb.ts';
import { createKms, type KmsStandIn } from './kms.ts';
import { type SesStandIn, startSes } from './ses.ts';
import { type SqsS3StandIn, startSqsAndS3 } from './sqs-s3.ts';
import { createSsm, type SsmStandIn } from './ssm.ts';

export type StandIns = {
  dynamodb: DynamoDbStandIn;
  sqsAndS3: SqsS3StandIn;
  kms: KmsStandIn;
  ses: SesStandIn;
  ssm: SsmStandIn;
  cognito: CognitoStandIn;
};

/** Starts the stand-ins for DynamoDB, SQS, S3, KMS, SES, Systems Manager and Cognito, with data in the data folder. */
export async function startStandIns(data: DataFolder, reaper: Reaper, undo: UndoStack): Promise<StandIns> {
  const stopped = async <T extends { stop: () => unknown }>(starting: Promise<T>): Promise<T> => {
    const server = await starting;
    undo.add(() => server.stop());
    return server;
  };
  const [dynamodb, sqsAndS3, ses] = await settleAll([
    stopped(startDynamoDb(data.file('dynamodb'), reaper, process.env.DYNAMODB_ENDPOINT)),
    stopped(startSqsAndS3(data.file('sqs-s3'))),
    stopped(startSes()),
  ]);
  return {
    dynamodb,
    sqsAndS3,
    kms: createKms(data.file('kms')),
    ses,
    ssm: createSsm(),
    cognito: createCognito(),
  };
}
