import { cairn } from './support/sites.ts';
import { expect, test } from './support/test.ts';

const stall = (id: number) =>
  `line.post({ kind: 'read', id: ${id}, url: 'https://open.example/stall', max_bytes: 99, timeout_ms: 20000 })`;
const begun = (id: number) =>
  `line.until(() => line.said.find((each) => each.id === ${id} && each.kind === 'chunk')).then(() => true)`;

test('a page of Cairn that is left and kept to be shown again ends its reads; shown again it opens a line of its own', async ({
  visit,
  net,
}) => {
  await visit.grant('open.example');
  const own = await visit.companion();
  const ended = () =>
    own.evaluate<number>(
      `[...document.querySelectorAll('li')].filter((each) => /ended by Cairn/.test(each.innerText)).length`,
    );
  const at = (search: string) =>
    expect.poll(() => visit.page.evaluate<string>('location.search').catch(() => ''), { timeout: 15_000 }).toBe(search);
  await visit.page.evaluate(`void addEventListener('pageshow', ({ persisted }) => (window.wasKept = persisted))`);
  await visit.page.evaluate(stall(1));
  await visit.page.evaluate(begun(1));
  await visit.page.evaluate(`void setTimeout(() => (location.href = '/app?away'))`);
  await at('?away');
  await expect.poll(ended).toBe(1);

  await visit.page.evaluate('void setTimeout(() => history.back())');
  await at('');
  const wasKept = await visit.page.evaluate<boolean>('window.wasKept === true');
  if (wasKept) {
    const before = net.arrivals.length;
    await visit.page.evaluate(stall(2));
    expect(await visit.page.evaluate(`line.until(() => line.said.find(({ id }) => id === 2)?.kind)`)).toBe('ended');
    expect(net.arrivals).toHaveLength(before);
    await visit.page.evaluate('void (window.line = openLine())');
  }
  expect(await visit.read('https://open.example/again')).toContain('Read at open.example/again');
});

test('a page of Cairn that is only prepared for later gets no answer, and reads nothing', async ({
  visit,
  opened,
  net,
  engine,
}) => {
  test.skip(engine === 'firefox', 'Firefox prepares no pages.');
  await visit.grant('open.example');
  const page = await opened.open(`${cairn}/app?bare`);
  await page.evaluate(`void document.head.append(Object.assign(document.createElement('script'), { type: 'speculationrules',
    textContent: JSON.stringify({ prerender: [{ source: 'list', urls: ['/prepared'], eagerness: 'immediate' }] }) }))`);
  await expect
    .poll(() => net.asked('cairn.example').filter(({ url }) => url.endsWith('/prepared')).length)
    .toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(net.arrivals.filter(({ url }) => url.includes('loot'))).toEqual([]);
});
