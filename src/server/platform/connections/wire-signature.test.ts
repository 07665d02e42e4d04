import { describe, expect, it } from 'vitest';
import { checkWireSignature, wireSignature } from './wire-signature.ts';

describe('a signature of the wire that docs/connections/http-gateway.md describes', () => {
  const body = '{"id":"m_1","to":"+4915112345678","text":"Atrium code 123456","ref":"m_1"}';
  const signature = 't=1790000000,v1=fd50cdad92e088db89c2e34041bd060ee88dfe47e3d285d672f96a0e92044e02';
  const at = (seconds: number) => new Date((1_790_000_000 + seconds) * 1000);

  it('is signed as documented, by either of two secrets', () => {
    expect(wireSignature('gw-secret', 1_790_000_000, body)).toBe(signature);
    expect(checkWireSignature(['gw-secret'], signature, body, at(299))).toBe('valid');
    expect(checkWireSignature(['newer', 'gw-secret'], signature, body, at(0))).toBe('second_secret');
  });

  it('is refused when it is old, changed, or signed otherwise', () => {
    expect(checkWireSignature(['gw-secret'], signature, body, at(301))).toBe('too_old');
    expect(checkWireSignature(['gw-secret'], signature, `${body} `, at(0))).toBe('bad_signature');
    expect(checkWireSignature(['other'], signature, body, at(0))).toBe('bad_signature');
    expect(checkWireSignature(['gw-secret'], undefined, body, at(0))).toBe('bad_signature');
  });
});
