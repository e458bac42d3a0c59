import type {
  AttributeDefinition,
  GlobalSecondaryIndex,
  KeySchemaElement,
  LocalSecondaryIndex,
  Projection,
} from '@aws-sdk/client-dynamodb';
import type { Properties } from './properties.ts';

/** A DynamoDB table: the parameters of CreateTable, and the attribute with the expiry time. */
export type Table = {
  logicalId: string;
  name: string;
  keySchema: KeySchemaElement[];
  attributes: AttributeDefinition[];
  globalIndexes: GlobalSecondaryIndex[];
  localIndexes: LocalSecondaryIndex[];
  timeToLiveAttribute: string | undefined;
};

/** Reads the properties of an `AWS::DynamoDB::Table`. */
export function readTable(logicalId: string, name: string, properties: Properties): Table {
  const ttl = properties.object('TimeToLiveSpecification');
  return {
    logicalId,
    name,
    keySchema: readKeySchema(properties),
    attributes: properties.objects('AttributeDefinitions').map((definition) => ({
      AttributeName: definition.string('AttributeName'),
      AttributeType: definition.string('AttributeType') as AttributeDefinition['AttributeType'],
    })),
    globalIndexes: properties.objects('GlobalSecondaryIndexes').map(readIndex),
    localIndexes: properties.objects('LocalSecondaryIndexes').map(readIndex),
    timeToLiveAttribute: ttl.boolean('Enabled') ? ttl.string('AttributeName') : undefined,
  };
}

function readKeySchema(properties: Properties): KeySchemaElement[] {
  return properties.objects('KeySchema').map((element) => ({
    AttributeName: element.string('AttributeName'),
    KeyType: element.string('KeyType') as KeySchemaElement['KeyType'],
  }));
}

function readIndex(properties: Properties): GlobalSecondaryIndex & LocalSecondaryIndex {
  const projection = properties.object('Projection');
  const nonKey = projection.list('NonKeyAttributes').map(String);
  return {
    IndexName: properties.string('IndexName'),
    KeySchema: readKeySchema(properties),
    Projection: {
      ProjectionType: projection.string('ProjectionType') as Projection['ProjectionType'],
      ...(nonKey.length > 0 && { NonKeyAttributes: nonKey }),
    },
  };
}
