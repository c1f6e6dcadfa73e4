import { describe, expect, test } from 'vitest';
import { worstXml, xmlBombs } from '../../testing/document-bombs.ts';
import { SamlProviderStandIn } from '../../testing/saml-provider.ts';
import { findXmlProblem } from './xml-scan.ts';

const idp = new SamlProviderStandIn();

describe('the scan of XML', () => {
  test.each([
    ['an empty element', '<a/>', null],
    ['a prolog, comments, instructions and text', '<?xml version="1.0"?><!-- <b> --><a>x &lt; y<?c d?></a>', null],
    ['markup inside CDATA', `<a><![CDATA[${'<b>'.repeat(100)}]]></a>`, null],
    ['a tag end inside a value', '<a b="/>" c=\'"\'><d/></a>', null],
    ['all that the bounds allow', worstXml(), null],
    ["a provider's metadata", idp.metadata(), null],
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a/>', 'document type'],
    ['a document type behind an unclear instruction', '<?><!DOCTYPE a><a/>?>', 'not XML'],
    ['no element', 'hello', 'not XML'],
    ['an element that is left open', '<a><b></b>', 'not XML'],
    ['an end without a start', '<a/></a>', 'not XML'],
    ['a tag that is left open', '<a b="c"', 'not XML'],
    ['a value without quotation marks', '<a b=c/>', 'not XML'],
    ['a name without a value', '<a b/>', 'not XML'],
    ['values without a space between them', '<a b=""c=""/>', 'not XML'],
    ['a comment without an end', '<a><!-- </a>', 'not XML'],
    ['many brackets', '<'.repeat(60_000), 'not XML'],
    ['many spaces', `<a${' '.repeat(60_000)}`, 'not XML'],
  ])('reads %s', (_, xml, problem) => {
    expect(findXmlProblem(xml)).toBe(problem);
  });

  test.each(xmlBombs())('refuses %s', (_, xml) => {
    expect(findXmlProblem(xml)).toMatch(/^too (deep|many)/);
  });
});
