/**
 * Names that the public DNS does not have, or that lead to this machine, a device at home, or a private network: each
 * stands for itself and all its subdomains. A comment names the source of the names below it.
 */
export const privateHostNames: readonly string[] = [
  // RFC 6761: special-use names.
  ...['localhost', 'test'],
  // RFC 6762 and its appendix G: multicast DNS, and names used in private networks.
  ...['local', 'intranet', 'internal', 'private', 'corp', 'home', 'lan'],
  // RFC 8375: home networks.
  ...['home.arpa'],
  // hosts files of Linux distributions.
  ...['localhost6', 'localdomain', 'localdomain6'],
  // ICANN, name collision reports: suffixes of private networks that leak most.
  ...['intra', 'localnet', 'workgroup', 'router', 'gateway', 'modem', 'belkin', 'dhcp', 'cpe'],
  // Windows: names of Internet Connection Sharing.
  ...['mshome.net'],
  // Google Cloud, “VM metadata”: the machine's host, whose other names end in “internal”.
  ...['metadata.goog'],
  // Kubernetes, “DNS for Services and Pods”.
  ...['svc', 'cluster.local'],
  // HashiCorp Consul, documentation “DNS interface”.
  ...['consul'],
  // Tailscale, documentation “MagicDNS”; NetBird, documentation “Manage DNS”.
  ...['ts.net', 'beta.tailscale.net', 'netbird.cloud', 'netbird.selfhosted'],
  // Domains whose names can contain any IP address, to which they then lead. Source: the services’ own pages.
  ...[
    'nip.io',
    'sslip.io',
    'xip.io',
    'xip.name',
    'traefik.me',
    'backname.io',
    'myaddr.io',
    'a-i.sh',
    'local-ip.co',
    'local-ip.sh',
    'plex.direct',
    'rbndr.us',
    '1u.ms',
  ],
  // The services' own pages: names for software development that lead to this machine.
  ...[
    'localtest.me',
    'lvh.me',
    'vcap.me',
    'fuf.me',
    'lacolhost.com',
    'localho.st',
    'local.gd',
    'localhost.direct',
    'lcl.host',
    '42foo.com',
    'shed.host',
    'lndo.site',
    'ddev.site',
    'localhost.ptlogin2.qq.com',
    'localhost.sec.qq.com',
  ],
  // uBlock Origin, “Block Outsider Intrusion into LAN” (lan-block.txt): routers, hotspots, and programs on this
  // machine.
  ...[
    'arcor.easybox',
    'aterm.me',
    'connect.box',
    'console.gl-inet.com',
    'fire.walla',
    'giga.cube',
    'localbattle.net',
    'ntt.setup',
    'web.setup',
    'repeater.setup',
    'steamloopback.host',
  ],
  // AVM: the help pages for the FRITZ!Box.
  ...['fritz.box', 'fritz.nas', 'fritz.repeater', 'fritz.powerline', 'myfritz.box', 'myfritz.net'],
  // Telekom and Vodafone (Germany), help of their routers. O2’s o2.box and alice.box have no page to prove them, and
  // .box has become a public top-level domain.
  ...['speedport.ip', 'speedport.box', 'easy.box', 'kabel.box', 'vodafone.box', 'vodafone.station', 'congstar.box'],
  // Free and Bouygues (France): the help pages for their routers.
  ...['mafreebox.freebox.fr', 'mafreebox.free.fr', 'freeboxos.fr', 'mabbox.bytel.fr'],
  // The help pages of AT&T, Verizon and Swisscom on their gateways.
  ...['attlocal.net', '2wire.net', 'mynetworksettings.com', 'myfiosgateway.com', 'internetbox.swisscom.ch'],
  // Netgear, help of Nighthawk, Orbi and extenders.
  ...[
    'routerlogin.net',
    'routerlogin.com',
    'orbilogin.net',
    'orbilogin.com',
    'mywifiext.net',
    'mywifiext.com',
    'aplogin.net',
    'aplogin.com',
  ],
  // TP-Link and Mercusys, “How to log in to the management page”.
  ...[
    'tplinkwifi.net',
    'tplinklogin.net',
    'tplinkmodem.net',
    'tplinkrepeater.net',
    'tplinkap.net',
    'tplinkeap.net',
    'tplinkdeco.net',
    'tplinkplclogin.net',
    'tplinkextender.net',
    'tplogin.cn',
    'mwlogin.net',
    'melogin.cn',
    'falogin.cn',
  ],
  // Asus, the published source of its firmware: the names that a router answers itself.
  ...[
    'router.asus.com',
    'repeater.asus.com',
    'ap.asus.com',
    'asusrouter.com',
    'asusnetwork.net',
    'asusrepeater.com',
    'asusrepeater.net',
    'asusap.com',
    'asusap.net',
    'asusswitch.com',
    'asusswitch.net',
    'zenwifi.net',
    'expertwifi.net',
  ],
  // Tenda, Xiaomi, Netis and Netcore, Phicomm, HiWiFi, Keenetic, Ubiquiti and Aruba, help of their routers.
  ...['tendawifi.com', 'miwifi.com', 'netis.cc', 'netcore.cc', 'leike.cc', 'phicomm.me', 'p.to', 'hiwifi.com'],
  ...['peiluyou.com', 'my.keenetic.net', 'ui.direct', 'instant.arubanetworks.com', 'setmeup.arubanetworks.com'],
  // The help pages of China Telecom, China Mobile and ZTE on their gateways.
  ...['router.ctc', 'wifi.cmcc', 'gateway.zte'],
  // Huawei and ZTE: the help pages for their mobile hotspots and routers.
  ...['hi.link', 'huaweimobilewifi.com', 'mobile.hotspot', 'ufi.ztedevice.com'],
  // Linksys and Synology: the help pages for their routers.
  ...['linksyssmartwifi.com', 'myrouter.info', 'extender.linksys.com', 'router.synology.com', 'find.synology.com'],
  // Pi-hole, documentation.
  ...['pi.hole'],
];
