import { expect, type Page } from '@playwright/test';
import { Cairn } from './support/cairn.ts';
import { keptOffline } from './support/kept-offline.ts';
import { StagedEndpoint, type Stage, type StagedAnswer, type StagedRequest } from './support/staged-endpoint.ts';
import { test } from './support/test.ts';

const json = (body: unknown, more: StagedAnswer = {}): StagedAnswer => ({ body: JSON.stringify(body), ...more });
const fault = (status: number, message: string, more: StagedAnswer = {}) =>
  json({ error: { message } }, { status, ...more });
const stream = (...chunks: object[]): StagedAnswer => ({
  type: 'text/event-stream',
  body: [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((data) => `data: ${data}\n\n`).join(''),
});
const chunk = (delta: object, finish: string | null) => ({ choices: [{ index: 0, delta, finish_reason: finish }] });
const call = { index: 0, id: 'a', type: 'function', function: { name: 'ready', arguments: '{}' } };
const called = stream(chunk({ role: 'assistant', tool_calls: [call] }, 'tool_calls'));
const talked = stream(chunk({ role: 'assistant', content: 'Ready.' }, 'stop'));
const whole = json({
  choices: [{ index: 0, message: { role: 'assistant', tool_calls: [call] }, finish_reason: 'tool_calls' }],
});
const page404 = { status: 404, type: 'text/html', body: '<!doctype html><title>404</title>Not Found' };
const hidden = { cors: false };

/** Answers by what is asked: the list of models, a chat call, anything else. */
function serving(
  chat: StagedAnswer | ((request: StagedRequest) => StagedAnswer),
  models: StagedAnswer = json({ data: [{ id: 'coder-large' }, { id: 'coder-small' }] }),
  rest: StagedAnswer = fault(404, 'not found'),
): Stage['answer'] {
  return (request) => {
    if (request.path === '/v1/models') return models;
    if (request.path !== '/v1/chat/completions') return rest;
    return typeof chat === 'function' ? chat(request) : chat;
  };
}

interface Case {
  name: string;
  stage: Stage;
  /** The provider that is chosen; custom if left out. */
  provider?: string;
  path?: string;
  key?: string | null;
  model?: string;
  headline: RegExp;
  /** What the list of things that look alike says, in order; there is none if left out. */
  alike?: string[];
  /** What stands among the steps. */
  advice?: RegExp;
}

const wrongKey = fault(401, 'Incorrect API key provided');
const unknown = fault(404, 'The model `coder-lrage` does not exist');

const readable: Case[] = [
  {
    name: 'all is well',
    stage: { answer: serving(called) },
    headline:
      /^127\.0\.0\.1:\d+ works: 2 models to choose from, it can use tools, answers appear as they are written\.$/,
  },
  {
    name: 'no tool support',
    stage: {
      answer: serving(({ body }) =>
        body.includes('"tools"') ? fault(400, 'this model does not support tools') : talked,
      ),
    },
    headline: /works: 2 models to choose from, it cannot use tools by itself, answers appear as they are written\.$/,
    advice: /decisions as JSON or as text/,
  },
  {
    name: 'no streaming',
    stage: { answer: serving(whole) },
    headline: /works: 2 models to choose from, it can use tools, answers appear all at once\.$/,
    advice: /Replies come in one piece/,
  },
  { name: 'a wrong key', stage: { answer: serving(wrongKey) }, headline: /does not accept this API key/ },
  {
    name: 'a key of another provider',
    stage: { answer: serving(wrongKey) },
    key: 'sk-or-v1-0123456789',
    headline: /does not accept this API key/,
    advice: /looks like a key of OpenRouter/,
  },
  {
    name: 'a key that is missing',
    stage: { answer: serving(wrongKey) },
    key: null,
    headline: /asks for an API key/,
  },
  {
    name: 'a key with words around it',
    stage: { answer: serving(called) },
    key: 'my key: sk-0123456789',
    headline: /characters that no key has/,
  },
  {
    name: 'an unknown model',
    stage: { answer: serving(unknown) },
    model: 'coder-lrage',
    headline: /does not know the model “coder-lrage”/,
    advice: /Did you mean “coder-large”\?/,
  },
  {
    name: 'an unknown model at Ollama',
    provider: 'ollama',
    stage: { answer: serving(fault(404, 'model "llama9" not found, try pulling it first')) },
    key: null,
    model: 'llama9',
    headline: /Ollama has no model “llama9”/,
    advice: /ollama pull llama9/,
  },
  {
    name: 'a model that is not for chat',
    stage: {
      answer: serving(
        fault(400, '"nomic-embed-text" does not support chat'),
        json({ data: [{ id: 'nomic-embed-text' }, { id: 'coder-large' }] }),
      ),
    },
    model: 'nomic-embed-text',
    headline: /is not made for conversations/,
  },
  {
    name: 'models, and no chat',
    stage: { answer: serving(fault(404, 'Not Found')) },
    headline: /takes no chat calls at this address/,
  },
  {
    name: 'a rate limit',
    stage: { answer: serving(fault(429, 'Rate limit reached. Please try again in 7s.')) },
    headline: /asks to slow down/,
    advice: /Wait 7 seconds/,
  },
  {
    name: 'no credit',
    stage: { answer: serving(fault(402, 'Insufficient credits')) },
    headline: /no credit or allowance left/,
  },
  {
    name: 'a web page, and the API nowhere',
    stage: { answer: () => ({ type: 'text/html', body: '<!doctype html><title>Sign in</title>' }) },
    headline: /there is a web page, not a model/,
    advice: /sign-in page of your network/,
  },
  {
    name: 'a path that is wrong',
    stage: { answer: serving(called) },
    path: '/api/v2',
    headline: /has no model at this path/,
    advice: /\/v1 answers: did you mean that\?/,
  },
  {
    name: 'a fault of the server',
    stage: { answer: serving(fault(500, 'CUDA error: out of memory')) },
    headline: /has a fault of its own/,
    advice: /500 · CUDA error/,
  },
  {
    name: 'a model that is still loading',
    stage: { answer: serving(fault(503, 'Loading model')) },
    headline: /is still loading the model/,
  },
  {
    name: 'another refusal',
    stage: { answer: serving(fault(400, 'your account is in an unsupported region')) },
    headline: /refuses the call\.$/,
    advice: /unsupported region/,
  },
  {
    name: 'something that is no model',
    stage: { answer: serving(json({ hello: 'world' })) },
    headline: /answers, but not as a model does/,
  },
  {
    name: 'a reply that breaks off',
    stage: {
      answer: serving({
        type: 'text/event-stream',
        body: `data: ${JSON.stringify(chunk({ content: 'Re' }, null))}\n\n`,
      }),
    },
    headline: /broke off in the middle/,
  },
  {
    name: 'a reply without content',
    stage: { answer: serving(stream(chunk({}, 'stop'))) },
    headline: /sent an empty reply/,
  },
];

const behindCors: Case[] = [
  {
    name: 'a wrong key that is hidden, as the whole endpoint is',
    stage: { answer: () => ({ ...wrongKey, ...hidden }) },
    headline: /does not let this page read its answers/,
    alike: ['The server does not allow web pages', 'The key is not accepted'],
    advice: /Access-Control-Allow-Origin: http:\/\/127\.0\.0\.1:/,
  },
  {
    name: 'a wrong key that is hidden, while the front page can be read',
    stage: { answer: ({ path }) => (path === '/' ? json({ hello: 'page' }) : { ...wrongKey, ...hidden }) },
    headline: /Most likely the API key is not accepted/,
    alike: ['The key is not accepted', 'The server does not allow web pages', 'The path is wrong'],
    advice: /curl -i http:\S+\/v1\/models -H "Authorization: Bearer YOUR_KEY"/,
  },
  {
    name: 'a wrong key that only the call hides',
    stage: { answer: serving({ ...wrongKey, ...hidden }, wrongKey) },
    headline: /does not accept this API key/,
  },
  {
    name: 'an unknown model that is hidden',
    stage: {
      answer: ({ path, ...rest }) =>
        path === '/v1/models' && !rest.headers.authorization
          ? wrongKey
          : serving({ ...unknown, ...hidden })({ path, ...rest }),
    },
    model: 'coder-lrage',
    headline: /does not know the model “coder-lrage”/,
    alike: ['The model is not known', 'Another refusal', 'A header is refused'],
    advice: /Did you mean “coder-large”\?/,
  },
  {
    name: 'a fault of the server that is hidden',
    stage: {
      answer: ({ path, ...rest }) =>
        path === '/v1/models' && !rest.headers.authorization
          ? wrongKey
          : serving({ ...fault(500, 'oh'), ...hidden })({ path, ...rest }),
    },
    headline: /refuses the call, and hides the reason/,
    alike: ['Another refusal', 'A header is refused'],
    advice: /press F12/,
  },
  {
    name: 'a refused header: authorization',
    stage: { answer: serving(called), allows: 'content-type' },
    headline: /does not let a web page send the header “authorization”/,
    alike: ['A header is refused', 'The key is not accepted'],
  },
  {
    name: 'a refused header: content-type',
    stage: { answer: serving(called), allows: 'authorization' },
    headline: /does not let a web page send the header “content-type”/,
  },
  {
    name: 'no preflight at all',
    stage: { answer: serving(called), allows: null },
    headline: /refuses every preflight/,
  },
  {
    name: 'no CORS at Ollama',
    provider: 'ollama',
    key: null,
    stage: { answer: () => ({ status: 403, body: '', ...hidden }), allows: null },
    headline: /Ollama is there, but does not let this page read its answers/,
    advice: /OLLAMA_ORIGINS=http:\/\/127\.0\.0\.1:\d+ ollama serve/,
  },
  {
    name: 'no CORS at LM Studio',
    provider: 'lmstudio',
    key: null,
    stage: { answer: () => ({ ...called, ...hidden }), allows: null },
    headline: /LM Studio is there, but does not let this page read its answers/,
    advice: /lms server start --cors/,
  },
  {
    name: 'no CORS at vLLM',
    provider: 'vllm',
    key: null,
    stage: { answer: () => ({ ...called, ...hidden }), allows: null },
    headline: /vLLM is there, but does not let this page read its answers/,
    advice: /vllm serve coder-large --allowed-origins '\["http:\/\/127\.0\.0\.1:\d+"\]'/,
  },
  {
    name: 'a path that is wrong, which only pages of errors hide',
    stage: { answer: serving(called, undefined, { ...page404, ...hidden }) },
    path: '',
    headline: /has no model at this path/,
    advice: /\/v1 answers: did you mean that\?/,
  },
];

/** As the provider itself does: allows the preflight, and refuses a wrong key without CORS headers. */
async function stageOpenAI(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  browser.on('Fetch.requestPaused', ({ requestId, request }) => {
    const preflight = request.method === 'OPTIONS';
    const allowed = ['origin', 'headers'].map((what) => ({
      name: `access-control-allow-${what}`,
      value: what === 'origin' ? '*' : 'authorization, content-type',
    }));
    void browser.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: preflight ? 204 : 401,
      responseHeaders: preflight ? allowed : [],
    });
  });
  await browser.send('Fetch.enable', { patterns: [{ urlPattern: 'https://api.openai.com/*' }] });
}

class Doctor {
  readonly app: Cairn;

  constructor(readonly page: Page) {
    this.app = new Cairn(page);
  }

  get headline() {
    return this.page.locator('form [role=status] > span');
  }

  get steps() {
    return this.page.getByRole('group', { name: 'What to do' });
  }

  async examine(
    { provider = 'custom', key = 'sk-test-0123456789', model = 'coder-large' }: Partial<Case>,
    baseUrl: string,
  ) {
    await this.page.getByRole('combobox', { name: 'Provider' }).selectOption(provider);
    await this.page.getByRole('textbox', { name: 'Base URL' }).fill(baseUrl);
    await this.page.getByRole('textbox', { name: 'API key' }).fill(key ?? '');
    await this.page.getByLabel('Model', { exact: true }).fill(model);
    await this.app.button('Test connection').click();
  }

  async expectFound({ name, headline, alike = [], advice }: Pick<Case, 'name' | 'headline' | 'alike' | 'advice'>) {
    await expect.soft(this.headline, name).toHaveText(headline);
    await expect.soft(this.steps.getByRole('strong'), name).toHaveText(alike);
    if (advice) await expect.soft(this.steps, name).toContainText(advice);
  }
}

const endpoint = new StagedEndpoint();
const elsewhere = new StagedEndpoint();
test.beforeAll(() => Promise.all([endpoint.open(), elsewhere.open()]));
test.afterAll(() => Promise.all([endpoint.close(), elsewhere.close()]));
test.beforeEach(() => {
  endpoint.seen.length = 0;
  elsewhere.seen.length = 0;
});

for (const [what, cases] of [
  ['what a page can read', readable],
  ['what hides behind CORS', behindCors],
] as const)
  test(`R11.2 the doctor names the cause: ${what} (${String(cases.length)} cases)`, async ({ page }) => {
    const doctor = new Doctor(page);
    await doctor.app.open();
    for (const each of cases)
      await test.step(each.name, async () => {
        endpoint.stage = each.stage;
        await doctor.examine(each, `${endpoint.origin}${each.path ?? '/v1'}`);
        await doctor.expectFound(each);
      });
  });

test('R11.2 the doctor names the cause: nobody there, a redirect, a wrong key hidden at OpenAI', async ({
  page,
  strangers,
}) => {
  strangers.name('https://api.openai.com');
  const doctor = new Doctor(page);
  await doctor.app.open();

  const gone = new StagedEndpoint();
  await gone.open();
  const { origin } = gone;
  await gone.close();
  await doctor.examine({}, `${origin}/v1`);
  await doctor.expectFound({ name: 'nobody', headline: /^Nobody answers at 127\.0\.0\.1:\d+\.$/ });
  await doctor.examine({ provider: 'llamacpp', key: null }, `${origin}/v1`);
  await doctor.expectFound({
    name: 'no llama.cpp',
    headline: /^Nobody answers/,
    advice: /llama-server -m model\.gguf/,
  });

  elsewhere.stage = { answer: serving(called) };
  endpoint.stage = {
    answer: ({ path }) => ({ status: 307, body: '', headers: { location: `${elsewhere.origin}${path}` } }),
  };
  await doctor.examine({}, `${endpoint.origin}/v1`);
  await doctor.expectFound({
    name: 'a redirect',
    headline: /sends every call on to another address/,
    advice: /Use the address that it leads to/,
  });
  expect(elsewhere.seen.filter(({ headers, method }) => headers.authorization || method !== 'GET')).toEqual([]);

  await stageOpenAI(page);
  await doctor.examine({ provider: 'openai' }, 'https://api.openai.com/v1');
  await doctor.expectFound({
    name: 'OpenAI',
    headline: /^OpenAI answers, but hides the answer from web pages\. Most likely the API key is not accepted\.$/,
    alike: ['The key is not accepted', 'The model is not known', 'Something on the way blocks it'],
  });
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('R11.2, R13.4 a redirect within the site is followed to the address to use, one to elsewhere is not', async ({
    page,
  }) => {
    const doctor = new Doctor(page);
    await doctor.app.open();
    await keptOffline(page);
    const works = serving(called);
    endpoint.stage = {
      answer: (request) =>
        request.path.startsWith('/api/')
          ? works({ ...request, path: request.path.slice('/api'.length) })
          : { status: 307, body: '', headers: { location: `/api${request.path}` } },
    };
    await doctor.examine({}, `${endpoint.origin}/v1`);
    await doctor.expectFound({
      name: 'a redirect',
      headline: /sends every call on to another address/,
      advice: new RegExp(`${endpoint.origin}/api/v1 answers`),
    });
    await doctor.app.button(`Use ${endpoint.origin}/api/v1`).click();
    await expect(doctor.headline).toHaveText(/works: 2 models/);

    endpoint.stage = {
      answer: ({ path }) => ({ status: 307, body: '', headers: { location: `${elsewhere.origin}${path}` } }),
    };
    await doctor.examine({}, `${endpoint.origin}/v1`);
    await doctor.expectFound({ name: 'elsewhere', headline: /sends every call on/, advice: /that it leads to/ });
    expect(elsewhere.seen, 'what followed the redirect').toEqual([]);
  });
});

test('R11.2 one press takes up the address or the model that was found', async ({ page }) => {
  const doctor = new Doctor(page);
  await doctor.app.open();
  endpoint.stage = { answer: serving(called, undefined, { type: 'text/html', body: '<!doctype html><h1>Hello</h1>' }) };
  await doctor.examine({}, endpoint.origin);
  await doctor.expectFound({
    name: 'a web page',
    headline: /there is a web page, not a model/,
    advice: /did you mean/,
  });
  await doctor.app.button(`Use ${endpoint.origin}/v1`).click();
  await expect(doctor.headline).toHaveText(/works: 2 models/);
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue(`${endpoint.origin}/v1`);

  await doctor.examine({ model: '' }, `${endpoint.origin}/v1`);
  await doctor.expectFound({ name: 'no model yet', headline: /answers\. Choose a model now\.$/ });
  await doctor.steps.getByRole('button', { name: 'coder-small' }).click();
  await expect(doctor.headline).toHaveText(/works: 2 models/);
  await expect(page.getByLabel('Model', { exact: true })).toHaveValue('coder-small');
});

test('R11.2 the doctor names the cause: no network, and a model that does not answer', async ({
  page,
  context,
  strangers,
}) => {
  strangers.name('https://model.example');
  const doctor = new Doctor(page);
  await page.clock.install();
  await doctor.app.open();
  endpoint.stage = { answer: (request) => (request.path.endsWith('/models') ? json({ data: [{ id: 'm' }] }) : null) };
  await doctor.examine({}, `${endpoint.origin}/v1`);
  await expect.poll(() => endpoint.seen.length).toBe(1);
  await page.clock.fastForward('02:01');
  await doctor.expectFound({ name: 'a slow model', headline: /gave no answer in two minutes/ });

  await context.setOffline(true);
  await doctor.examine({}, 'https://model.example/v1');
  await doctor.expectFound({ name: 'offline', headline: /This device is not connected to a network/ });
});

test('R11.2 the doctor names the cause: mixed content and the local network, with and without leave', async ({
  page,
  context,
  baseURL,
  strangers,
}) => {
  strangers.name('https://cairn.test', 'http://model.example');
  await page.route('https://cairn.test/**', async (route) => {
    const response = await route.fetch({
      url: route
        .request()
        .url()
        .replace('https://cairn.test', baseURL ?? ''),
    });
    await route.fulfill({ response });
  });
  const doctor = new Doctor(page);
  await page.goto('https://cairn.test/');
  await doctor.examine({ key: null }, 'http://model.example/v1');
  await doctor.expectFound({ name: 'mixed content', headline: /this page came by https, and the base URL is http/ });

  endpoint.stage = { answer: serving(called) };
  await doctor.examine({ provider: 'ollama', key: null }, `${endpoint.origin}/v1`);
  await doctor.expectFound({
    name: 'the local network, refused',
    headline: /does not let this page reach 127\.0\.0\.1:\d+: access to the local network is refused/,
    alike: ['The browser does not allow it', 'Nobody is there'],
  });

  await context.grantPermissions(['local-network-access']);
  await doctor.app.button('Test connection').click();
  await doctor.expectFound({ name: 'the local network, allowed', headline: /^Ollama works: 2 models/ });
});
