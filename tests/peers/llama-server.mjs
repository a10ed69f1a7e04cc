import { createServer } from 'node:http';
import { getLlama, LlamaCompletion } from 'node-llama-cpp';

/**
 * A real llama.cpp behind an OpenAI-compatible endpoint: `node llama-server.mjs MODEL.gguf` prints its address. It
 * streams chat completions, holds replies to a JSON schema, and refuses tools as a server without `--jinja` does.
 */
const contextSize = 16_384;
const maxTokens = 600;

const llama = await getLlama({ build: 'never', gpu: false, logLevel: 'error' });
const model = await llama.loadModel({ modelPath: process.argv[2] });
const context = await model.createContext({ contextSize, sequences: 1, threads: 1 });
const completion = new LlamaCompletion({ contextSequence: context.getSequence() });
/** One reply at a time. */
let turn = Promise.resolve();

const server = createServer((request, response) => {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type');
  if (request.method === 'OPTIONS') response.writeHead(204).end();
  else if (request.url === '/v1/models')
    json(response, 200, { object: 'list', data: [{ id: 'tiny', object: 'model' }] });
  else if (request.url === '/v1/chat/completions')
    turn = turn.then(() => complete(request, response)).catch((error) => fail(response, error));
  else refuse(response, 404, 'not_found_error', 'File Not Found');
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/v1`));

async function complete(request, response) {
  let text = '';
  for await (const piece of request) text += piece;
  const { messages, tools, response_format: format, max_tokens: limit = maxTokens } = JSON.parse(text);
  if (tools?.length > 0) return refuse(response, 400, 'invalid_request_error', 'tools param requires --jinja flag');
  const prompt = model.tokenize(`${messages.map(spoken).join('')}<|im_start|>assistant\n`, true);
  const room = contextSize - prompt.length;
  if (room < 64)
    return refuse(response, 400, 'exceed_context_size_error', 'the request exceeds the available context size');
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const send = (delta, finish = null) =>
    response.write(`data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`);
  send({ role: 'assistant', content: null });
  const schema = format?.json_schema?.schema;
  const { metadata } = await completion.generateCompletionWithMeta(prompt, {
    ...(schema && { grammar: await llama.createGrammarForJsonSchema(inOwnWords(schema)) }),
    maxTokens: Math.min(limit, room),
    temperature: 0.8,
    signal: gone.signal,
    stopOnAbortSignal: true,
    onTextChunk: (content) => send({ content }),
  });
  send({}, metadata.stopReason === 'maxTokens' ? 'length' : 'stop');
  response.end('data: [DONE]\n\n');
}

/** As a server that breaks down does. */
function fail(response, error) {
  console.error(error);
  response.destroy();
}

function spoken({ role, content }) {
  return `<|im_start|>${role}\n${content}<|im_end|>\n`;
}

/** node-llama-cpp knows `oneOf` in place of `anyOf`. */
function inOwnWords(schema) {
  return JSON.parse(JSON.stringify(schema).replaceAll('"anyOf":', '"oneOf":'));
}

function refuse(response, status, type, message) {
  json(response, status, { error: { code: status, type, message } });
}

function json(response, status, body) {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
