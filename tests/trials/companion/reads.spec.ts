import { createHash } from 'node:crypto';
import { cairn } from './support/sites.ts';
import { expect, test } from './support/test.ts';

const words = (host: string, path: string) => `<title>${host}</title><p>Read at ${host}${path}: grüße, 你好.`;

test('a page without CORS is read after a grant, and without one nothing leaves', async ({ visit, net }) => {
  expect(await visit.page.evaluate(`fetch('https://open.example/a').then(() => 'read', () => 'failed')`)).toBe(
    'failed',
  );
  expect(await visit.read('https://open.example/a')).toBe('not_granted');
  expect(net.asked('open.example')).toEqual([]);

  await visit.grant('open.example');
  const { end, head, text } = await visit.result('https://open.example/a?b=c#part');
  expect(text).toBe(words('open.example', '/a'));
  expect(head).toMatchObject({
    status: 200,
    url: 'https://open.example/a?b=c',
    content_type: 'text/html; charset=utf-8',
  });
  const bytes = Buffer.from(text);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(end).toMatchObject({ kind: 'end', bytes: bytes.length, sha256 });

  const [arrival, ...more] = net.asked('open.example');
  expect(more).toEqual([]);
  expect(arrival?.method).toBe('GET');
  for (const name of ['cookie', 'authorization', 'referer']) expect(arrival?.headers).not.toHaveProperty(name);
});

test('cookies of a site are neither sent nor set', async ({ visit, net, opened }) => {
  await visit.grant('open.example');
  const site = await opened.open('https://open.example/cookie');
  await site.close();
  expect(await visit.read('https://open.example/cookie')).toBe('set');
  expect(await visit.read('https://plain.example/')).toBe('not_granted');
  await visit.grant('plain.example');
  await visit.read('https://plain.example/cookie');
  const again = await opened.open('https://plain.example/after');
  expect(await again.evaluate('document.cookie')).toBe('');
  const withCookie = () =>
    net.asked('open.example').filter(({ headers, url }) => headers.cookie && !url.endsWith('.ico'));
  expect(withCookie()).toEqual([]);
  const owner = await opened.open('https://open.example/own');
  await owner.close();
  expect(withCookie()).toHaveLength(1);
});

test('redirects are followed within what is granted; to other sites nothing is sent', async ({ visit, net }) => {
  await visit.grant('open.example');
  await visit.grant('plain.example');
  const to = (where: string) => visit.read(`https://open.example/to?where=${encodeURIComponent(where)}`);
  expect(await to('/there')).toBe(words('open.example', '/there'));
  expect(await to('https://plain.example/b')).toBe(words('plain.example', '/b'));
  const refused = [
    ...['https://shut.example/c', 'https://welcome.example/c', 'http://open.example/c', 'https://open.example:8443/c'],
    ...[
      'https://192.168.0.1/c',
      'http://192.168.0.1/c',
      'https://127.0.0.1/c',
      'https://localhost/c',
      'https://[::1]/c',
    ],
    ...['https://nas.local/c', 'https://sub.open.example/c', 'data:text/plain,c', 'file:///etc/passwd'],
    'https://plain.example/to?where=https://shut.example/c',
  ];
  for (const where of refused)
    expect([where, await to(where)]).toEqual([where, expect.stringMatching(/^(redirected_ungranted|unreachable)$/)]);
  expect(await to('https://shut.example/c')).toBe('redirected_ungranted');
  expect(net.arrivals.filter(({ url }) => new URL(url).pathname === '/c')).toEqual([]);
});

test('what is huge, endless, slow, stalls, or is of a wrong type ends with its name', async ({ visit, net }) => {
  await visit.grant('flood.example');
  const at = (path: string) => `https://flood.example${path}`;
  expect(await visit.read(at('/huge'))).toBe('too_large');
  expect(await visit.read(at('/endless'))).toBe('too_large');
  expect(await visit.read(at('/endless'), { max_bytes: 1e12, timeout_ms: 60_000 })).toBe('too_large');
  expect(await visit.read(at('/slow'), { timeout_ms: 300 })).toBe('timeout');
  expect(await visit.read(at('/stall'), { timeout_ms: 300 })).toBe('timeout');
  for (const type of ['image/png', 'application/octet-stream', 'video/mp4', 'application/zip', 'multipart/mixed'])
    expect([type, await visit.read(at(`/type?is=${type}`))]).toEqual([type, 'bad_type']);
  expect(await visit.read(at('/type'))).toBe('bad_type');
  for (const type of ['text/csv', 'application/pdf', 'application/ld+json', 'application/atom+xml;charset=x'])
    expect([type, await visit.read(at(`/type?is=${encodeURIComponent(type)}`))]).toEqual([type, 'some bytes']);
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  expect(await visit.read(at(`/type?is=${word}`))).toBe('some bytes');
  expect(await visit.read(at('/prices.XLSX?is=application/octet-stream'))).toBe('some bytes');
  expect(net.arrivals.some(({ url }) => url.startsWith(at('/endless')))).toBe(true);
});

test('a read ends when its site is revoked in between, by the person or by the page, and nothing is read after', async ({
  visit,
  net,
}) => {
  await visit.grant('open.example');
  await visit.grant('plain.example');
  const begun = async (id: number, host: string) => {
    await visit.page.evaluate(
      `line.post({ kind: 'read', id: ${id}, url: 'https://${host}/stall', max_bytes: 99, timeout_ms: 20000 })`,
    );
    await visit.page.evaluate(`line.until(() => line.said.find((each) => each.id === ${id} && each.kind === 'chunk'))`);
  };
  const ended = (id: number) =>
    visit.page.evaluate(`line.until(() => line.said.find((each) => each.id === ${id} && each.kind === 'error')?.code)`);
  await begun(71, 'open.example');
  const own = await visit.companion();
  await own.press('Revoke open.example');
  expect(await ended(71)).toBe('revoked');
  expect(await visit.read('https://open.example/after')).toBe('not_granted');

  await begun(72, 'plain.example');
  expect(
    await visit.page.evaluate(
      `line.ask({ kind: 'revoke', origin: 'https://plain.example' }).then(({ end }) => end.kind)`,
    ),
  ).toBe('revoked');
  expect(await ended(72)).toBe('revoked');
  expect(await visit.read('https://plain.example/after')).toBe('not_granted');
  expect(net.arrivals.filter(({ url }) => url.endsWith('/after'))).toEqual([]);
});

test('while paused nothing is read, what is under way ends, and it goes on after', async ({ visit, net }) => {
  await visit.grant('open.example');
  await visit.page.evaluate(
    `line.post({ kind: 'read', id: 81, url: 'https://open.example/stall', max_bytes: 99, timeout_ms: 20000 })`,
  );
  await visit.page.evaluate(`line.until(() => line.said.find((each) => each.id === 81 && each.kind === 'chunk'))`);
  const own = await visit.companion();
  await own.press('Pause');
  expect(
    await visit.page.evaluate(
      `line.until(() => line.said.find((each) => each.id === 81 && each.kind === 'error')?.code)`,
    ),
  ).toBe('paused');
  expect(await visit.read('https://open.example/meanwhile')).toBe('paused');
  expect(await visit.page.evaluate(`line.ask({ kind: 'hello' }).then(({ end }) => end.paused)`)).toBe(true);
  expect(net.arrivals.filter(({ url }) => url.endsWith('/meanwhile'))).toEqual([]);
  await own.press('Go on');
  const isPaused = () => visit.page.evaluate(`line.ask({ kind: 'hello' }).then(({ end }) => end.paused)`);
  await expect.poll(isPaused).toBe(false);
  expect(await visit.read('https://open.example/on')).toBe(words('open.example', '/on'));
});

test('a cancelled read, and one whose page has gone, lets go of the site', async ({ visit, opened, net }) => {
  await visit.grant('open.example');
  await visit.page.evaluate(
    `line.post({ kind: 'read', id: 91, url: 'https://open.example/stall', max_bytes: 99, timeout_ms: 20000 })`,
  );
  await visit.page.evaluate(`line.until(() => line.said.find((each) => each.id === 91 && each.kind === 'chunk'))`);
  await visit.page.evaluate(`line.post({ kind: 'cancel', id: 91 })`);
  expect(
    await visit.page.evaluate(
      `line.until(() => line.said.find((each) => each.id === 91 && each.kind === 'error')?.code)`,
    ),
  ).toBe('aborted');

  const second = await opened.open(`${cairn}/app`);
  await second.evaluate(`void line.read('https://open.example/slow')`);
  await expect.poll(() => net.asked('open.example').filter(({ url }) => url.endsWith('/slow')).length).toBe(1);
  await second.close();
  const own = await visit.companion();
  await expect
    .poll(() =>
      own.evaluate(
        `[...document.querySelectorAll('li')].filter((each) => /ended by Cairn/.test(each.innerText)).length`,
      ),
    )
    .toBe(2);
});

test('a person who says no is heard, a second site waits for the answer, and all that was read is told', async ({
  visit,
}) => {
  const own = await visit.companion();
  expect(
    await visit.page.evaluate(
      `line.ask({ kind: 'ask', origin: 'https://open.example', why: '' }).then(({ end }) => end.code)`,
    ),
  ).toBe('busy');
  await own.press('Not now');
  expect(
    await visit.page.evaluate(`line.until(() => line.said.find((each) => each.kind === 'answered')?.granted)`),
  ).toBe(false);
  await visit.grant('open.example');
  await visit.read('https://open.example/told');
  await visit.read('https://shut.example/refused');
  expect(await visit.page.evaluate(`line.ask({ kind: 'list' }).then(({ end }) => end.origins)`)).toEqual([
    'https://open.example',
  ]);
  const page = await visit.companion();
  await expect
    .poll(() => page.evaluate<string>('document.body.innerText'))
    .toMatch(
      /https:\/\/shut\.example\/refused\n.*refused: site not allowed\n[^]*https:\/\/open\.example\/told\n.*read · 0\.1 kB/,
    );
});
