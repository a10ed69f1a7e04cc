import { describe, expect, test } from 'vitest';
import { isPrivateAddress } from '../../../src/values/private-address.ts';
import { privateHostNames } from '../../../src/values/private-names.ts';

describe('R13.5 names that lead home', () => {
  test.each([
    ...[
      'nas.tail1234.ts.net',
      'TS.NET',
      'laptop.netbird.cloud',
      'api.default.svc',
      'db.prod.svc.cluster.local',
      'wiki.intra',
    ],
    ...[
      'tplinkmodem.net',
      'orbilogin.com',
      'www.orbilogin.net',
      'tendawifi.com',
      'asusrouter.com',
      'www.asusrouter.com',
    ],
    ...[
      'mafreebox.freebox.fr',
      'speedport.box',
      'vodafone.box',
      'fritz.nas',
      'xyz.myfritz.net',
      'miwifi.com',
      'tplogin.cn',
    ],
    ...[
      'homerouter.cpe',
      'hi.link',
      'pi.hole',
      'vault.service.consul',
      'pc.attlocal.net',
      'my.router',
      'tplinkmodem.net.',
    ],
    ...[
      'metadata.goog',
      'app.lcl.host',
      'shop.42foo.com',
      'connect.box',
      'fire.walla',
      'web.setup',
      'steamloopback.host',
    ],
    ...['pc.mynetworksettings.com', 'myfiosgateway.com', 'tplinkextender.net', 'ap.asus.com', 'www.asusnetwork.net'],
    ...['zenwifi.net', 'leike.cc', 'p.to', 'my.keenetic.net', '192-168-1-1.abc.ui.direct', 'setmeup.arubanetworks.com'],
    ...['router.ctc', 'wifi.cmcc', 'localhost.ptlogin2.qq.com', 'app.lndo.site', 'shop.ddev.site', '10-0-0-1.a-i.sh'],
    ...['168.63.129.16', '[::ffff:168.63.129.16]', '0xa83f8110', '168-63-129-16.example.com'],
  ])('%s is private', (host) => expect(isPrivateAddress(host)).toBe(true));

  test.each([
    ...['ts.net.example.com', 'notts.net', 'freebox.fr', 'asus.com', 'tp-link.com', 'synology.com', 'svc.example.com'],
    ...[
      'home.example.com',
      'intra.example.com',
      'link.example',
      'netgear.com',
      'keenetic.net',
      'arubanetworks.com',
      'to.example',
      'localhost.run',
      'my-localhost.example.com',
      'metadata.google.com',
      '168.63.129.17',
      '168.63.128.16',
      'box.com',
    ],
  ])('%s is not', (host) => expect(isPrivateAddress(host)).toBe(false));

  test('the table has each name once, as a URL writes it', () => {
    expect(new Set(privateHostNames).size).toBe(privateHostNames.length);
    for (const name of privateHostNames) {
      expect(new URL(`https://${name}/`).hostname).toBe(name);
      expect(isPrivateAddress(`any.${name}`)).toBe(true);
    }
  });
});
