import { expect, onTestFinished, test, vi } from 'vitest';
import { NetWorkerServer } from '../../../src/browser/network/net-worker-server.ts';
import { webStorage } from '../../../src/browser/web-storage.ts';
import { BrowserSecrets } from '../../../src/browser/browser-secrets.ts';
import { connectToEngine } from '../../../src/app/engine-client.ts';
import { mcpWithoutApiKeys, keyStrippingPorts } from '../../../src/app/ports-without-keys.ts';
import { findStoredApiKeys, withoutApiKeys } from '../../../src/app/known-keys.ts';
import type { EnginePageServices } from '../../../src/app/engine-ports-of-page.ts';
import { mcpKeyId } from '../../../src/records/mcp-server.ts';
import { toolRuleKey } from '../../../src/task/gate.ts';
import { contentHash } from '../../../src/values/content-hash.ts';
import { Subject } from '../../../src/engine/subject.ts';
import { databaseBackup } from '../../../src/storage/backup/backup.ts';
import { savedTables } from '../../../src/storage/backup/read-backup-line.ts';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { addFiles } from '../../../src/ui/files/add-files.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { FakeMcp } from '../../fakes/fake-mcp.ts';
import { FakeNetwork } from '../../fakes/fake-network.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';
import { disguised, keptIn } from '../../fakes/disguises.ts';
import { toolPorts } from '../../fakes/tool-ports.ts';
import { sample } from '../model/sample.ts';
import { openDatabase } from '../storage/open-database.ts';

const key = 'sk-CANARY/AbC_123+=';
const serverKey = 'mcp.CANARY/XyZ-456+=';
const base = 'https://models.example/v1';
const site = 'https://site.example';
const server = { id: 'mcp_1', name: 'notes', url: 'https://mcp.example/mcp', enabled: true };
const none = () => Promise.reject(new Error('not in this test'));

/** Where keys are kept, with both keys in it. */
async function keyPlaces() {
  const [device, tab] = [0, 1].map(() =>
    webStorage(() => {
      throw new Error('not here');
    }),
  );
  if (!device || !tab) throw new Error('no storage');
  for (const [name, value] of [
    ['cairn.key.p1', { base_url: base, secret: key }],
    [`cairn.key.${mcpKeyId(server)}`, { base_url: server.url, secret: serverKey }],
  ] as const)
    device.setItem(name, JSON.stringify(value));
  return { device, tab, secrets: new BrowserSecrets({ session: tab, device }) };
}

/**
 * What the endpoint says, call by call: first a refusal, then a plan of four steps, each with one call, and an answer.
 */
function endpoint(say: (of: string) => string, argumentsOf: (of: string) => string) {
  const bodies: string[] = [];
  const steps: [string, string][] = [
    ['files', `{"action":"write","name":"notes.txt","content":"${argumentsOf(key)}"}`],
    ['todo', `{"action":"add","title":"${argumentsOf(key)}"}`],
    ['fetch', `{"url":"${site}/page?q=1"}`],
    ['mcp_notes_say', `{"text":"${argumentsOf(serverKey)}"}`],
  ];
  const call = (name: string, written: string) => ({
    ...{ index: 0, id: `call${bodies.length}`, type: 'function', function: { name, arguments: written } },
  });
  const answer = (text: string, name: string, written: string) => {
    const middle = Math.ceil(text.length / 2);
    const { delta, events } = sample;
    return events(
      delta({ content: text.slice(0, middle) }),
      delta({ content: text.slice(middle) }),
      delta({ tool_calls: [call(name, written)] }, 'tool_calls'),
      '[DONE]',
    );
  };
  const reply = (body: string) => {
    if (bodies.length === 1)
      return new Response(`{"error":{"message":"No access for ${argumentsOf(key)}"}}`, { status: 401 });
    const { tools = [], messages } = JSON.parse(body) as {
      tools?: { function: { name: string } }[];
      messages: { role: string; content: string }[];
    };
    const names = tools.map(({ function: { name } }) => name);
    const text = `So ${say(key)} it is. `;
    if (names.includes('create_plan'))
      return answer(text, 'create_plan', JSON.stringify({ plan: steps.map(([tool]) => `Use ${tool}`) }));
    if (!names.includes('finish_step')) return answer(text, 'finish_task', '{"response":"All done."}');
    const [tool, written] =
      steps.find(([name]) => messages.some(({ content }) => content.includes(`: Use ${name}`))) ?? steps[0]!;
    const isMade = messages.some(({ role }) => role === 'tool');
    return isMade ? answer(text, 'finish_step', '{"response":"Done."}') : answer(text, tool, written);
  };
  const fetch = async (_: unknown, init: { body?: unknown } = {}) => {
    const body = typeof init.body === 'string' ? init.body : '';
    bodies.push(body);
    const made = reply(body);
    return typeof made === 'string' ? new Response(made, { headers: { 'content-type': 'text/event-stream' } }) : made;
  };
  return { bodies, fetch };
}

vi.stubGlobal('navigator', { languages: ['en'] });

test('at least twelve encodings are tried', () =>
  expect(Object.keys(disguised(key)).length).toBeGreaterThanOrEqual(12));

test.each(Object.keys(disguised(key)))(
  'R13.1 a key that comes in from everywhere, written as %s, is in nothing that is kept, shown or sent',
  async (way) => {
    const say = (of: string) => disguised(of)[way] ?? of;
    const argumentsOf = (of: string) => (/JSON|\\u/.test(say(of)) ? say(of) : JSON.stringify(say(of)).slice(1, -1));
    const places = await keyPlaces();
    const keys = () => findStoredApiKeys(places);
    const { database } = openDatabase('cairn');
    await database.open();
    for (const { name } of database.tables) await database.table(name).clear();
    const stores = createStores(database);
    const { bodies, fetch } = endpoint(say, argumentsOf);
    const network = new FakeNetwork().page(`${site}/page?q=1`, {
      type: 'text/html',
      body: `<title>Keys ${say(serverKey)}</title><main><p>The key is ${say(key)}, and the other one ${say(serverKey)}.</p></main>`,
    });
    const mcp = new FakeMcp();
    mcp.server(server.url).progress = [`now ${say(serverKey)}`];
    mcp.server(server.url).offer(
      'say',
      {
        content: [
          { kind: 'text', text: `{"key":"${argumentsOf(serverKey)}","other":"${argumentsOf(key)}"}` },
          { kind: 'bytes', name: 'k.txt', mime: 'text/plain', base64: btoa(`it is ${say(serverKey)}`) },
        ],
        failed: false,
      },
      { reads: true },
    );
    const { companion, images, pdf, office, sandbox, search } = toolPorts(network);
    const markup = {
      readable: async (html: string) => ({ title: null, markdown: html, text: html }),
      bare: async () => ({ scripts: false, buttons: false, passwords: false, text: '' }),
    };
    const page: EnginePageServices = {
      ...keyStrippingPorts({ network, companion, markup, pdf, office, sandbox, search }, keys),
      images,
      storageFault: async () => undefined,
      keys: { mark: async () => contentHash({ key }), holds: async () => 'device' },
      watchKeys: async () => undefined,
      mcpServer: async ({ url }, changed) =>
        mcpWithoutApiKeys(mcp.connect({ url, key: async () => serverKey }, changed), keys),
      demoPace: async () => 0,
      pageLanguage: async () => 'en',
      onDevice: none,
      guarded: async () => true,
      lend: async () => {
        const { port1: port, port2 } = new MessageChannel();
        const desk = new NetWorkerServer({ sites: ['https://models.example'], fetch, tell: () => undefined });
        desk.hear({ kind: 'key', key });
        desk.hear({ kind: 'line', port: port2 });
        onTestFinished(() => port.close());
        return { port, lost: () => undefined, end: () => port.close() };
      },
      withoutApiKeys: (value) => withoutApiKeys(places, value),
      watchOnline: async (tell) => tell(true),
      toolsHeld: async () => undefined,
      announced: async () => true,
    };
    await stores.profiles.save({ id: 'p1', provider: 'custom', base_url: base, model: 'm1', key_place: 'device' });
    await stores.settings.change((settings) => ({
      ...settings,
      ...{ profile: 'p1', thoroughness: 'economy', mcp_servers: [server], allowed_origins: [site] },
      tool_rules: {
        ...settings.tool_rules,
        [toolRuleKey('', { origin: 'https://mcp.example', id: server.id, tool: 'say' })]: 'allow',
      },
    }));

    const line = await connectToEngine({
      page,
      others: async () => null,
      connected: new Subject(false),
      devices: none,
    });
    const runner = await line.open('s1', { goOn: false, taken: () => undefined });
    const shown: string[] = [];
    runner.subscribe((view) => shown.push(JSON.stringify(view)));
    void runner.send({
      type: 'goal.submit',
      goal: `Sort my keys, ${say(key)} and ${say(serverKey)}`,
      run: 't1',
      plan: 'p1',
    });
    const phase = (wanted: string) =>
      new Promise<void>((resolve) => {
        const end = runner.subscribe((view) => {
          if (view.run?.phase !== wanted) return;
          queueMicrotask(() => end());
          resolve();
        });
      });
    await phase('paused');
    void runner.send({ type: 'plan.continue' });
    await phase('completed');
    await runner.settled();

    const toasts = { tell: () => undefined, add: () => undefined, refuse: () => undefined };
    const dependencies = {
      clock: new FakeClock(),
      stores,
      withoutApiKeys: <T>(value: T) => page.withoutApiKeys(value),
      readPdf: none,
    };
    const app = { dependencies, words: { t: (name: string) => name }, toasts } as unknown as App;
    await addFiles(app, 's1', [new File([`a,${say(key)}`], 'keys.csv'), new File(['\0', say(key)], 'keys.bin')]);
    const imported = await page.withoutApiKeys({
      kind: 'read',
      value: { goal: say(key), steps: [{ description: say(serverKey) }] },
    });

    const rows = await Promise.all(
      savedTables.map(async (name) => JSON.stringify(await database.table(name).toArray())),
    );
    const saved = await databaseBackup(database, () => '2026-11-27T10:00:00.000Z', keys).save(() => undefined);
    const seen = {
      rows: rows.join('\n'),
      page: shown.join('\n'),
      backup: saved.ok ? await saved.value.text() : '',
      import: JSON.stringify(imported),
      'requests to the endpoint': bodies.join('\n'),
      'requests to others': JSON.stringify([network.requested, network.sent, mcp.server(server.url).calls]),
    };
    expect(bodies.length).toBeGreaterThan(6);
    expect(mcp.server(server.url).calls).toHaveLength(1);
    expect(network.requested).toHaveLength(1);
    expect(seen.rows.split('[key]').length).toBeGreaterThan(8);
    for (const [where, text] of Object.entries(seen))
      for (const secret of [key, serverKey]) expect(keptIn(text, secret), where).toEqual([]);
    await runner.close();
  },
  40_000,
);
