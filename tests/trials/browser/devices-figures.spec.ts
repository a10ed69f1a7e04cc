import { Cairn } from '../../e2e/support/cairn.ts';
import { expect } from '../../e2e/support/test.ts';
import { connectDevice, joinDevice } from './support/connect-device.ts';
import { RecordingProxy } from './support/recording-proxy.ts';
import { syncServer } from './support/sync-server.ts';
import { test } from './support/trial-test.ts';

/** Milliseconds during which a hidden page is watched. */
const watched = 90_000;

test('a change reaches an open second device within a second, and a hidden page asks the server once a minute at most', async ({
  app,
  model,
  browser,
  address,
}) => {
  const { peer, port } = await syncServer('couch', address);
  const proxy = await RecordingProxy.start(port);
  model.play({ topic: () => 'answer', answer: () => ({ text: 'Noted.' }) });
  await app.enterKey(model);
  const link = await connectDevice(app, `${proxy.address}/figures`);
  const context = await browser.newContext();
  const other = new Cairn(await context.newPage());
  await other.open();
  await other.enterKey(model);
  await joinDevice(other.page, link);

  const times: number[] = [];
  for (let n = 1; n <= 9; n += 1) {
    await app.newSession();
    await app.send(`Change ${n}`);
    const row = { name: new RegExp(`^Change ${n} `) };
    await app.page.getByRole('button', row).waitFor();
    const began = performance.now();
    await other.page.getByRole('button', row).waitFor();
    times.push(performance.now() - began);
  }
  const median = times.sort((a, b) => a - b)[4] ?? Infinity;
  process.stdout.write(`A change is on the second device after ${Math.round(median)} ms in the median.\n`);
  expect(median).toBeLessThanOrEqual(1000);

  await app.page.close();
  await other.page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const before = proxy.requests.filter(({ text }) => !text.startsWith('OPTIONS')).length;
  await new Promise((resolve) => setTimeout(resolve, watched));
  const asked = proxy.requests.filter(({ text }) => !text.startsWith('OPTIONS')).slice(before);
  process.stdout.write(`A hidden page made ${asked.length} requests in ${watched / 1000} s.\n`);
  expect(asked.length).toBeLessThanOrEqual(2);
  await context.close();
  proxy.stop();
  await peer.stop();
});
