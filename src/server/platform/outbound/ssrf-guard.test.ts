import { describe, expect, it } from 'vitest';
import { isOutboundAllowed, mayBeCalled } from './ssrf-guard.ts';

describe('where calls of ours may go', () => {
  it.each([
    'https://localhost/hook',
    'https://127.0.0.1/hook',
    'https://[::1]/hook',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:db8::1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[::]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://100.64.0.1/',
    'https://172.31.255.255/',
    'https://192.168.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'http://93.184.216.34/',
    'https://user:password@93.184.216.34/',
    'https://no-such-host.invalid/',
  ])('not to %s', async (url) => expect(await isOutboundAllowed(url, false)).toBe(false));

  it.each(['https://93.184.216.34/', 'https://172.32.0.1:8443/hook', 'https://[2606:4700::1111]/'])(
    'to %s',
    async (url) => expect(await isOutboundAllowed(url, false)).toBe(true),
  );

  it('to this machine where that is allowed, and still nowhere else in the private network', async () => {
    expect(await isOutboundAllowed('http://127.0.0.1:8080/', true)).toBe(true);
    expect(await isOutboundAllowed('http://localhost:8080/', true)).toBe(true);
    expect(await isOutboundAllowed('http://10.0.0.1/', true)).toBe(false);
    expect(await isOutboundAllowed('http://93.184.216.34/', true)).toBe(false);
  });

  it('to a name that may resolve to any address, as long as it was not looked up', () => {
    expect(mayBeCalled('https://push.example.com/a?b=c', false)).toBe(true);
    expect(mayBeCalled('https://database/', false)).toBe(false);
    expect(mayBeCalled('http://push.example.com/', false)).toBe(false);
    expect(mayBeCalled('ftp://push.example.com/', true)).toBe(false);
  });
});
