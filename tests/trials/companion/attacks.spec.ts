import { chromiumId } from '../../../extension/protocol.ts';
import { cairn } from './support/sites.ts';
import { expect, test } from './support/test.ts';

/** What is to stay unread and unasked: it stands in the path of every address that an attack uses. */
const loot = 'loot';
const read = (url: string) => ({ kind: 'read', id: 1, url, max_bytes: 1000, timeout_ms: 3000 });

/** Pages that are not Cairn, and frames in it, which call with a question that Cairn would be answered. */
const strangers = [
  ...['https://evil.example/app', 'http://cairn.example/app', 'https://cairn.example:8443/app'],
  ...[
    'https://sub.cairn.example/app',
    'https://cairn.example.evil.example/app',
    'https://cairnxexample.evil.example/app',
  ],
  'https://open.example/app',
];
const frames = [
  'src="/app"',
  'src="/app" sandbox="allow-scripts"',
  'src="/app" sandbox="allow-scripts allow-same-origin"',
  'src="https://evil.example/app"',
  'src="https://sub.cairn.example/app"',
];

const hosts = [
  ...[
    'localhost',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
  ],
  ...['10.0.0.1', '192.168.0.1', '172.16.0.1', '169.254.169.254', '[fd00::1]', 'nas.local', 'router', 'fritz.box'],
  ...['metadata.google.internal', '127.0.0.1.nip.io', 'localtest.me', 'ip-10-0-0-1.open.example', '8.8.8.8'],
  ...[
    'user@open.example',
    'user:pass@open.example',
    'open.example@evil.example',
    'open.example:80',
    'open.example:8443',
  ],
  ...['open.example.', 'sub.open.example', 'evil.example', 'open.example.evil.example', 'xopen.example'],
];
const addresses = [
  ...hosts.map((host) => `https://${host}/${loot}`),
  ...[`http://open.example/${loot}`, `ftp://open.example/${loot}`, `file:///etc/${loot}`, `data:text/plain,${loot}`],
  ...[
    `blob:https://open.example/${loot}`,
    `chrome-extension://${chromiumId}/page.html`,
    `view-source:https://open.example/${loot}`,
  ],
  ...[`https:\\\\open.example\\${loot}`, ` https://open.example/${loot}`, `//open.example/${loot}`],
];

/** Messages that no page of Cairn would send. */
const forged: unknown[] = [
  ...[null, 'read', [read(`https://open.example/${loot}`)], { ...read(`https://open.example/${loot}`), id: 'a' }],
  { ...read(`https://open.example/${loot}`), id: undefined },
  { ...read(`https://open.example/${loot}`), kind: 'fetch' },
  { ...read(`https://open.example/${loot}`), max_bytes: -1 },
  { ...read(`https://open.example/${loot}`), url: [`https://open.example/${loot}`] },
  { kind: 'grant', id: 1, origin: 'https://evil.example' },
  { kind: 'answered', id: 1, granted: true },
  JSON.stringify(read(`https://open.example/${loot}`)),
];

test('there are more than sixty attacks', () => {
  expect(strangers.length + frames.length + addresses.length + forged.length + 6).toBeGreaterThan(60);
});

test('pages that are not Cairn, and frames, get no answer', async ({ visit, opened, net }) => {
  await visit.grant('open.example');
  const question = JSON.stringify({ kind: 'hello', id: 1 });
  const wait = `new Promise((resolve) => setTimeout(() => resolve('silence'), 1500))`;
  const call = `(() => {
    try { const line = openLine(); line.post(${question}); line.post(${JSON.stringify(read(`https://open.example/${loot}`))});
      return Promise.race([line.until(() => line.said[0] && JSON.stringify(line.said[0])), ${wait}]); }
    catch (error) { return String(error); }
  })()`;
  for (const address of strangers) {
    const page = await opened.open(address);
    expect([address, await page.evaluate(call)]).not.toEqual([address, expect.stringContaining('kind')]);
    await page.close();
  }
  /** Each frame calls by itself and tells its parent what it heard. */
  for (const frame of frames) {
    const page = await opened.open(`${cairn}/app?bare&frame=${encodeURIComponent(frame)}`);
    const heard = await page.evaluate<string>(
      `new Promise((resolve) => { const look = (tries) => {
        const said = window.heard ?? [];
        if (said.length > 0 || tries > 15) resolve(JSON.stringify(said)); else setTimeout(look, 100, tries + 1);
      }; look(0); })`,
    );
    expect([frame, heard]).not.toEqual([frame, expect.stringContaining('kind')]);
    await page.close();
  }
  expect(net.arrivals.filter(({ url }) => url.includes(loot))).toEqual([]);
});

test('no spelling of an address leads to what was not granted, and no forged message is a question', async ({
  visit,
  net,
}) => {
  await visit.grant('open.example');
  for (const address of addresses)
    expect([address, await visit.read(address)]).toEqual([
      address,
      expect.stringMatching(/^(bad_address|private_address|not_granted)$/),
    ]);
  for (const message of forged) {
    const before = await visit.page.evaluate<number>('line.said.length');
    await visit.page.evaluate(`line.post(${JSON.stringify(message)})`);
    const code = await visit.page.evaluate(`line.until(() => line.said[${before}]?.code)`);
    expect([message, code]).toEqual([message, 'bad_message']);
  }
  expect(net.arrivals.filter(({ url }) => url.includes(loot))).toEqual([]);
});

test('headers, methods, bodies, modes and cookies that a message carries change nothing', async ({
  visit,
  opened,
  net,
}) => {
  await visit.grant('open.example');
  const site = await opened.open('https://open.example/cookie');
  await site.close();
  const extras = [
    { headers: { cookie: 'secret=canary', authorization: 'Bearer canary', 'x-canary': '1' } },
    { method: 'POST', body: 'canary' },
    { credentials: 'include' },
    { mode: 'no-cors', redirect: 'manual', cache: 'force-cache' },
    { sites: ['https://evil.example'], origin: 'https://evil.example' },
    { referrer: 'https://cairn.example/canary', referrerPolicy: 'unsafe-url', integrity: 'canary' },
  ];
  for (const extra of extras) await visit.read('https://open.example/plain', extra);
  const arrived = net.asked('open.example').filter(({ url }) => url.endsWith('/plain'));
  expect(arrived.map(({ method }) => method)).toEqual(extras.map(() => 'GET'));
  expect(JSON.stringify(arrived)).not.toContain('canary');
  for (const { headers } of arrived) for (const name of ['cookie', 'referer']) expect(headers).not.toHaveProperty(name);
});
