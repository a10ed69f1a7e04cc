import { describe, expect, test } from 'vitest';
import { isPrivateAddress } from '../../src/domain/private-address.ts';

const hidden = [
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'a.b.localhost.',
    'router',
    'intranet',
    'nas.local',
    'nas.local.',
  ],
  ...['db.internal', 'metadata.google.internal', 'box.home.arpa', 'pc.lan', 'x.localdomain', 'wiki.corp'],
  ...[
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.255.255.254',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
  ],
  ...[
    '0.0.0.0',
    '0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.255.1',
  ],
  ...[
    '0xc0a80001',
    '3232235521',
    '169.254.169.254',
    '169.254.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '192.0.0.1',
    '198.18.0.1',
  ],
  ...['224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', '１２７.0.0.1', '127。0。0。1', 'ⓛocalhost'],
  ...[
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:10.0.0.1]',
    '[::ffff:c0a8:1]',
  ],
  ...[
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[fc00::1]',
    '[fd12:3456:789a::1]',
    '[fe80::1]',
    '[febf::1]',
    '[fec0::1]',
    '[ff02::1]',
  ],
  ...[
    '[64:ff9b::10.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::1]',
    '[2002:7f00:1::]',
    '[2002:c0a8:101::1]',
    '[2001:db8::1]',
    '[100::1]',
  ],
];
const open = [
  ...[
    'example.org',
    'example.org.',
    'EXAMPLE.org',
    'local.example.org',
    'localhost.example.org',
    'internal.com',
    '10.example.org',
  ],
  ...[
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.1',
    '126.255.255.255',
    '128.0.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.1.1',
  ],
  ...[
    '192.169.0.1',
    '169.253.1.1',
    '169.255.1.1',
    '100.63.255.255',
    '100.128.0.1',
    '0x08080808',
    '134744072',
    '223.255.255.254',
  ],
  ...[
    '[2606:4700:4700::1111]',
    '[2001:4860:4860::8888]',
    '[::ffff:8.8.8.8]',
    '[64:ff9b::8.8.8.8]',
    '[2002:808:808::1]',
    'münchen.de',
  ],
];

describe('hosts as they are written in an address', () => {
  test.each(hidden)('R13.5 %s is private', (host) => {
    expect(isPrivateAddress(new URL(`http://${host}/`).hostname)).toBe(true);
  });

  test.each(open)('R13.5 %s is public', (host) => {
    expect(isPrivateAddress(new URL(`http://${host}/`).hostname)).toBe(false);
  });
});

test('R13.5 what is no address at all counts as private', () => {
  for (const host of ['', '.', '[', '1::2::3', '::12345', 'fe80::1%eth0']) expect(isPrivateAddress(host)).toBe(true);
});
