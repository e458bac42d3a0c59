/**
 * The JSON-LD context, within the file so that it reads without network. The terms are those of EARL 1.0
 * (https://www.w3.org/TR/EARL10-Schema/), Pointer Methods in RDF 1.0
 * (https://www.w3.org/TR/Pointers-in-RDF10/) and Dublin Core
 * (https://www.dublincore.org/specifications/dublin-core/dcmi-terms/).
 */
export const earlContext = {
  earl: 'http://www.w3.org/ns/earl#',
  ptr: 'http://www.w3.org/2009/pointers#',
  dct: 'http://purl.org/dc/terms/',
  doap: 'http://usefulinc.com/ns/doap#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  Assertion: 'earl:Assertion',
  Software: 'earl:Software',
  TestSubject: 'earl:TestSubject',
  TestCase: 'earl:TestCase',
  TestRequirement: 'earl:TestRequirement',
  TestResult: 'earl:TestResult',
  CSSSelectorPointer: 'ptr:CSSSelectorPointer',
  assertedBy: { '@id': 'earl:assertedBy', '@type': '@id' },
  subject: { '@id': 'earl:subject', '@type': '@id' },
  test: { '@id': 'earl:test', '@type': '@id' },
  result: 'earl:result',
  mode: { '@id': 'earl:mode', '@type': '@id' },
  outcome: { '@id': 'earl:outcome', '@type': '@id' },
  info: 'earl:info',
  pointer: 'earl:pointer',
  expression: 'ptr:expression',
  reference: { '@id': 'ptr:reference', '@type': '@id' },
  title: 'dct:title',
  description: 'dct:description',
  date: { '@id': 'dct:date', '@type': 'xsd:dateTime' },
  hasVersion: 'dct:hasVersion',
  hasPart: { '@id': 'dct:hasPart', '@type': '@id' },
  isPartOf: { '@id': 'dct:isPartOf', '@type': '@id' },
  source: { '@id': 'dct:source', '@type': '@id' },
  homepage: { '@id': 'doap:homepage', '@type': '@id' },
} as const;
