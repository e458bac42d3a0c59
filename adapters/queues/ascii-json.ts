/**
 * Returns JSON that contains only ASCII characters. SQS refuses messages with some characters, e.g. U+FFFF, and a page
 * or a caller may have written them
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html).
 */
export function toAsciiJson(message: object): string {
  return JSON.stringify(message).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
