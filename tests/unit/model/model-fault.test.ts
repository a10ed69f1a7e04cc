import { describe, expect, test } from 'vitest';
import { modelErrorFromResponse } from '../../../src/model/endpoint/model-error.ts';

const key = 'canary-9f8e7d6c5b4a';
const fault = (status: number | null, body: unknown, headers: Record<string, string> = {}) =>
  modelErrorFromResponse({ status, body, headers: new Headers(headers) }, key, Date.parse('2026-01-01T00:00:00Z'));
const json = (body: unknown) => JSON.stringify(body);

test.each([
  [407, 'Proxy Authentication Required', 'text/plain'],
  [511, '<html><title>Network Authentication Required</title></html>', 'text/html'],
  [
    403,
    '<html><title>Blocked</title><p>Authentication required: invalid credentials.</p></html>',
    'text/html; charset=utf-8',
  ],
])('a refusal by the network in between, status %i, is not taken for a refused key', (status, body, type) => {
  expect(fault(status, body, { 'content-type': type }).code).toBe('bad_response');
});

describe('R11.2 the kind of fault', () => {
  test.each([
    [401, json({ error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } }), 'auth'],
    [401, '', 'auth'],
    [403, 'Forbidden', 'auth'],
    [
      400,
      json([
        {
          error: { code: 400, message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' },
        },
      ]),
      'auth',
    ],
    [402, json({ error: { message: 'Insufficient credits', code: 402 } }), 'quota'],
    [
      429,
      json({
        error: {
          message: 'You exceeded your current quota, please check your plan and billing details.',
          code: 'insufficient_quota',
        },
      }),
      'quota',
    ],
    [
      429,
      json({
        error: {
          message: 'You exceeded your current quota, check billing. Please retry in 37.5s.',
          status: 'RESOURCE_EXHAUSTED',
        },
      }),
      'rate_limit',
    ],
    [
      400,
      json({ error: { type: 'invalid_request_error', message: 'Your credit balance is too low to access the API.' } }),
      'quota',
    ],
    [429, json({ error: { code: '1113', message: '余额不足或无可用资源包,请充值。' } }), 'quota'],
    [429, 'slow down', 'rate_limit'],
    [
      404,
      json({
        error: { message: 'The model `x` does not exist or you do not have access to it.', code: 'model_not_found' },
      }),
      'unknown_model',
    ],
    [404, json({ error: "model 'x' not found, try pulling it first" }), 'unknown_model'],
    [
      404,
      json({ error: { code: 'DeploymentNotFound', message: 'The API deployment for this resource does not exist.' } }),
      'unknown_model',
    ],
    [400, json({ error: { message: 'x/y is not a valid model ID', code: 400 } }), 'unknown_model'],
    [400, json({ error: { message: 'Model Not Exist' } }), 'unknown_model'],
    [
      403,
      json({ error: { message: 'Project `p` does not have access to model `m`', code: 'model_not_found' } }),
      'unknown_model',
    ],
    [
      403,
      json({ error: { message: 'Your organization must be verified to use the model `o9`. Please go to …' } }),
      'unknown_model',
    ],
    [404, '<html><body>404 Not Found</body></html>', 'bad_request'],
    [
      400,
      json({
        error: { message: "This model's maximum context length is 8192 tokens.", code: 'context_length_exceeded' },
      }),
      'context_length',
    ],
    [400, json({ error: { message: 'prompt is too long: 210000 tokens > 200000 maximum' } }), 'context_length'],
    [
      400,
      json({ error: { code: 400, message: 'the request exceeds the available context size, try increasing it' } }),
      'context_length',
    ],
    ...[
      'Invalid request: Your request exceeded model token limit: 262144 (requested: 270418)',
      "This model's maximum prompt length is 131072 but the request contains 140210 tokens.",
      'Prompt exceeds max length',
      'prompt too long; exceeded max context length by 512 tokens',
      'the input length exceeds the context length',
      'request (9120 tokens) exceeds the available context size (8192 tokens), try increasing it',
      'The number of tokens to keep from the initial prompt is greater than the context length',
      'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
      'The decoder prompt (length 9000) is longer than the maximum model length of 8192.',
      'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      'too many tokens: total number of tokens in the prompt cannot exceed 4081',
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097. Given: 4100 `inputs` tokens',
      'invalid params, context window exceeds limit (2013)',
      'Input is too long for requested model.',
      'prompt token count of 130000 exceeds the limit of 128000',
      'Range of input length should be [1, 129024]',
      'length of prompt_tokens (40000) must be less than max_seq_len (32768).',
      'Total tokens of image and text exceed max message tokens',
      'Please reduce the length of the messages or completion. Current length is 10000 while limit is 8192',
      'context shift is disabled',
      '输入长度超过模型最大长度',
      'Prompt 超长',
    ].map((message): [number, string, string] => [400, json({ error: { message } }), 'context_length']),
    [500, json({ error: { message: 'no user query found in messages', type: 'api_error' } }), 'context_length'],
    ...[
      "'max_tokens' must be less than 8192",
      'max_tokens is too large: 5000. This model supports at most 4096 completion tokens.',
      'Tool call id was chatcmpl-tool-5f1c9a but must be a-z, A-Z, 0-9, with a length of 9.',
      "Invalid 'messages[2].tool_calls[0].id': string too long. Expected a string with maximum length 40.",
      'messages: at least one message is required',
      'Unexpected role user after role tool',
      'Invalid schema for function: the length of the name must not exceed 64',
    ].map((message): [number, string, string] => [400, json({ error: { message } }), 'bad_request']),
    [413, 'Payload Too Large', 'context_length'],
    [400, json({ error: 'registry.ollama.ai/library/gemma:2b does not support tools' }), 'no_tools'],
    [404, json({ error: { message: 'No endpoints found that support tool use.', code: 404 } }), 'no_tools'],
    [
      400,
      json({
        object: 'error',
        message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      }),
      'no_tools',
    ],
    [400, json({ error: { message: 'Unrecognized request argument supplied: tools' } }), 'no_tools'],
    [500, json({ error: { message: 'tools param requires --jinja flag' } }), 'server'],
    [400, json({ error: { message: 'deepseek-reasoner does not support this tool_choice' } }), 'bad_request'],
    [
      400,
      json({
        error: {
          message: "Unsupported parameter: 'max_tokens' is not supported with this model.",
          param: 'max_tokens',
        },
      }),
      'bad_request',
    ],
    [
      422,
      json({ detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] }),
      'bad_request',
    ],
    [
      400,
      json({ error: { code: 'tool_use_failed', message: 'Tool choice is required, but model did not call a tool' } }),
      'bad_response',
    ],
    [403, json({ error: { code: 403, message: 'Your input was flagged' } }), 'bad_request'],
    [408, '', 'server'],
    [500, 'boom', 'server'],
    [502, '<html><title>Bad gateway</title></html>', 'server'],
    [529, json({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }), 'server'],
    [200, '<!doctype html><p>Sign in, billing, api key</p>', 'bad_response'],
    [null, { error: { message: 'Overloaded' } }, 'server'],
    [null, { error: { code: 429, message: 'slow' } }, 'rate_limit'],
    [null, { error: { type: 'rate_limit_error', message: 'slow' } }, 'rate_limit'],
    [null, { object: 'error', message: 'boom' }, 'server'],
    [null, { error: { type: 'invalid_request_error', message: 'bad' } }, 'bad_request'],
    [null, { error: { code: 'content_filter', message: 'filtered', status: 400 } }, 'bad_request'],
    [null, 'network_error', 'server'],
  ] as const)('%s %j is %s', (status, body, code) => {
    expect(fault(status, body).code).toBe(code);
  });

  test.each([
    [400, { code: 'data_inspection_failed', message: 'Input data may contain inappropriate content.' }],
    [
      400,
      {
        code: 'content_filter',
        message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
        status: 400,
      },
    ],
    [
      400,
      {
        code: '1301',
        message: '系统检测到输入或生成内容可能包含不安全或敏感内容，请您避免输入易产生敏感内容的提示语。',
      },
    ],
    [400, { code: '1301', message: 'refused' }],
    [400, { message: 'Content Exists Risk', type: 'invalid_request_error' }],
    [403, { code: 403, message: 'Your input was flagged' }],
    [null, { code: 'data_inspection_failed', message: 'Output data may contain inappropriate content.' }],
  ] as const)('%s %j is a refusal by content moderation', (status, error) => {
    expect(fault(status, { error })).toMatchObject({ code: 'bad_request', moderated: true });
  });

  test.each([
    [400, { message: 'messages.1.role is not valid', type: 'invalid_request_error' }],
    [404, { message: 'No endpoints found matching your data policy' }],
    [400, { message: 'The model `omni-moderation` does not exist' }],
    [500, { message: 'moderation failed' }],
  ] as const)('%s %j is none', (status, error) => {
    expect(fault(status, { error }).moderated).toBeUndefined();
  });

  test('the status in the body counts where HTTP gives none', () => {
    expect(fault(null, { error: { message: 'x', status_code: 503 } })).toMatchObject({ code: 'server', status: 503 });
    expect(fault(429, 'x').status).toBe(429);
  });
});

describe('R6.2 how long to wait', () => {
  test.each([
    [{ 'retry-after': '7' }, '', 7000],
    [{ 'retry-after-ms': '350' }, '', 350],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' }, '', 60_000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, '', 0],
    [{}, 'Please try again in 7s.', 7000],
    [{}, 'Please try again in 1m26.4s. Visit', 86_400],
    [{}, 'Please try again in 350ms', 350],
    [{}, 'retry after 30 seconds', 30_000],
    [{}, json({ error: { message: 'x', details: [{ retryDelay: '37s' }] } }), 37_000],
    [{}, '请在 5 秒后重试', 5000],
    [{}, 'slow down', null],
    [{}, 'try again later: limit 30 requests', null],
  ])('%j %s → %s ms', (headers, body, wait) => {
    expect(fault(429, body, headers as Record<string, string>).retry_after_ms).toBe(wait);
  });

  test('a fault that waiting does not mend carries no wait', () => {
    expect(fault(401, 'try again in 7s', { 'retry-after': '7' }).retry_after_ms).toBeNull();
  });
});

describe('R13.1 what the endpoint said', () => {
  test.each([
    `Incorrect key ${key}`,
    'Incorrect API key provided: sk-abcDEF123456.',
    'Incorrect API key provided: bad-key-**********test.',
    'got sk-proj-a_b-c123456789, sk-***1234',
    'header was Authorization: Bearer abc.def-ghi',
    'gsk_abcdef123456 xai-abcdef123456 AIzaSyA1234567890abcdef',
  ])('keys are taken out: %s', (message) => {
    const { detail } = fault(401, json({ error: { message } }));
    expect(detail).not.toMatch(/canary|abc|bad-key|1234|a_b/);
    expect(detail).toContain('[key]');
  });

  test('a key that straddles the cut is taken out before the cut', () => {
    expect(fault(400, `${'x'.repeat(290)} ${key}`).detail).not.toContain('canary');
  });

  test('H3 an HTML page becomes at most 300 characters of plain text', () => {
    const page = `<!doctype html><html><head><title>Bad &amp; gone</title><style>p{}</style><script>alert(1)</script></head><body><h1>502</h1>${'<p>word</p>'.repeat(200)}</body></html>`;
    const { detail } = fault(502, page);
    expect(detail).toMatch(/^Bad & gone 502 word word/);
    expect(detail).not.toMatch(/[<>]|alert/);
    expect(Array.from(detail)).toHaveLength(300);
  });

  test.each([
    [json({ error: { message: 'Bad value', param: 'stream_options' } }), 'Bad value (stream_options)'],
    [
      json({ error: { message: 'Provider returned error', metadata: { raw: 'upstream says no' } } }),
      'Provider returned error upstream says no',
    ],
    [json({ detail: [{ loc: ['body', 'tools'], msg: 'not permitted' }] }), 'body.tools: not permitted'],
    [json({ error: 'plain' }), 'plain'],
    [json({ odd: 1 }), '{"odd":1}'],
    ['two\n  lines', 'two lines'],
    ['', ''],
  ])('the words are found in %s', (body, detail) => {
    expect(fault(400, body).detail).toBe(detail);
  });
});

test.each<[string, unknown]>([
  [
    'the page of a proxy',
    '<html><head><title>413 Request Entity Too Large</title></head><body>nginx/1.25</body></html>',
  ],
  ['nothing', ''],
  ['a body limit', { error: { message: 'request entity too large', type: 'entity.too.large' } }],
  ['a limit of bytes', { error: { type: 'request_too_large', message: 'Request exceeds the maximum size' } }],
])('R6.4 a 413 with %s is known only as too large, and still asked for with less text', (_, body) => {
  expect(fault(413, body)).toMatchObject({ code: 'context_length', too_large: true });
});

test.each([
  'Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 7200',
  'prompt is too long: 210000 tokens > 200000 maximum',
  '输入超过模型上下文长度',
])('R6.4 a 413 that says “%s” is of the model', (message) => {
  expect(fault(413, { error: { message } }).too_large).toBeUndefined();
});
