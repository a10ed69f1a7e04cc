import { describe, expect, test } from 'vitest';
import { isPrivateAddress } from '../../../src/values/private-address.ts';

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
  ...['[64:ff9b::1:8.8.8.8]', '[2001:2::1]', '[2001:20::1]', '[3fff::1]', '[2606:4700::5efe:192.168.0.1]'],
  ...['[::FFFF:127.0.0.1]', '[0:0:0:0:0:ffff:7f00:0001]', '[::ffff:a9fe:a9fe]'],
  ...['%31%32%37.0.0.1', '127%2e0%2e0%2e1', '%6c%6f%63alhost', '①②⑦.0.0.1', '0x7F.0x0.0x0.0x1', '127.0.1', '0x'],
  ...['１９２．１６８．０．１', '192.168.1', '0300.0250.0.1', '0xA9FEA9FE', '127.0.0.1..', 'localhost..', '12７.1'],
  ...['example.org@127.0.0.1', 'example.org:80@127.0.0.1', '8.8.8.8@localhost', 'a%40b@[::1]:81', '127.0.0.1:8080'],
  ...['127.0.0.1.nip.io', '10-0-0-1.sslip.io', '8.8.8.8.nip.io', 'localtest.me', 'app.LocalTest.me', 'lvh.me.'],
  ...['7f000001.c0a80001.rbndr.us', 'fritz.box', 'www.routerlogin.net', '192-168-1-2.0a1b.plex.direct'],
  ...['127.0.0.1.example.org', 'ip-10-0-0-1.example.org', 'x.192.168.0.1.example.org', 'app.test', 'x.home.arpa'],
  ...['localhost6.localdomain6', 'host.docker.internal', 'app.svc.cluster.local', 'instance-data'],
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
  ...['[::FFFF:1.1.1.1]', '[2001:200::1]', '[3fff:1000::1]', '[2606:4700::5efe:8.8.8.8]', '[2400:cb00::1]'],
  ...['%65xample.org', '８.８.８.８', '①.1.1.1', '8.8.2056', '010.8.8.8', '127.0.0.1@example.org', 'localhost@8.8.8.8'],
  ...['localhost:80@example.org', 'example.org:8080', 'nip.io.example.org', 'notnip.io', 'mylocaltest.me'],
  ...['local.com', 'thelocal.de', 'homestead.org', 'corp.example.org', 'lan.example.org', 'test.example.org'],
  ...['xn--bcher-kva.example.org', 'ec2-54-12-3-4.compute.example.org', '8.8.8.8.example.org', 'v10-0-0-1.example.org'],
  ...['1.10.0.0.example.org', '2024-10-01.example.org', '127.example.org', '10.0.0.example.org'],
];

test('R13.5 there are many ways to write a host', () => {
  expect(new Set([...hidden, ...open]).size).toBeGreaterThan(150);
});

describe('hosts as they are written in an address', () => {
  test.each(hidden)('R13.5 %s is private', (host) => {
    expect(isPrivateAddress(new URL(`http://${host}/`).hostname)).toBe(true);
  });

  test.each(open)('R13.5 %s is public', (host) => {
    expect(isPrivateAddress(new URL(`http://${host}/`).hostname)).toBe(false);
  });
});

test('R13.5 what is no address at all counts as private', () => {
  for (const host of [
    '',
    '.',
    '[',
    '1::2::3',
    '::12345',
    'fe80::1%eth0',
    '[fe80::1%25eth0]',
    '1.2.3.4.5',
    '256.1.1.1',
    'a b',
    'a\0.org',
  ])
    expect(isPrivateAddress(host)).toBe(true);
});

test.each(['0x7f.1', '127.1', '2130706433.', '%31%32%37.0.0.1', '１２７.0.0.1', '::1', '[::1]', 'a@127.0.0.1'])(
  'R13.5 %s is private also where nothing has read it as an address before',
  (host) => {
    expect(isPrivateAddress(host)).toBe(true);
  },
);
