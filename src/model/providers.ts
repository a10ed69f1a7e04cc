import type { ApiName } from '../records/profile.ts';
import type { ServerKind } from '../records/connection-finding.ts';

export interface Provider {
  id: string;
  name: string;
  baseUrl: string;
  /** The page where a person gets a key; empty if none is needed. */
  keyPage: string;
  /** Suggested models, the default first. */
  models: string[];
  needsKey: boolean;
  server: ServerKind;
  /** The API through which its models work best; absent: chat completions. */
  api?: ApiName;
  /** Headers that the provider requires of requests from a page. */
  headers?: Record<string, string>;
  /** Sends refusals without CORS headers: a page cannot tell a wrong key from a wrong model or a lost network. */
  errorsWithoutCors?: true;
  /** Allows pages a fixed list of headers, which contains ours: any other header fails the preflight. */
  fixedCorsHeaders?: true;
  /** The prefix of its keys, if no other provider shares it. */
  keyPrefix?: string;
  /** The base URL of its other region, which does not accept this region's keys. */
  otherRegion?: string;
}

/** The presets of providers. */
export const providers: readonly Provider[] = [
  {
    id: 'openai',
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    keyPage: 'https://platform.openai.com/api-keys',
    models: ['gpt-5-mini', 'gpt-5', 'gpt-4.1-mini'],
    needsKey: true,
    server: 'hosted',
    api: 'responses',
    errorsWithoutCors: true,
  },
  {
    id: 'anthropic',
    name: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keyPage: 'https://platform.claude.com/settings/keys',
    models: ['claude-sonnet-5', 'claude-haiku-4-5', 'claude-opus-5'],
    needsKey: true,
    server: 'hosted',
    api: 'messages',
    keyPrefix: 'sk-ant-',
    headers: { 'anthropic-dangerous-direct-browser-access': 'true' },
  },
  {
    id: 'gemini',
    name: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyPage: 'https://aistudio.google.com/apikey',
    models: ['gemini-3.8-flash', 'gemini-3.6-flash', 'gemini-3.5-flash-lite'],
    needsKey: true,
    server: 'hosted',
    fixedCorsHeaders: true,
    keyPrefix: 'AIza',
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyPage: 'https://openrouter.ai/settings/keys',
    models: ['openai/gpt-5-mini', 'anthropic/claude-sonnet-5', 'google/gemini-3.5-flash'],
    needsKey: true,
    server: 'hosted',
    fixedCorsHeaders: true,
    keyPrefix: 'sk-or-',
  },
  {
    id: 'deepseek',
    name: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    keyPage: 'https://platform.deepseek.com/api_keys',
    models: ['deepseek-v4-flash', 'deepseek-v4-pro'],
    needsKey: true,
    server: 'hosted',
  },
  {
    id: 'qwen',
    name: 'Qwen (DashScope)',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    keyPage: 'https://bailian.console.aliyun.com/?tab=model#/api-key',
    models: ['qwen-plus', 'qwen-flash', 'qwen3-max'],
    needsKey: true,
    server: 'hosted',
    otherRegion: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
  },
  {
    id: 'moonshot',
    name: 'Moonshot Kimi',
    baseUrl: 'https://api.moonshot.cn/v1',
    keyPage: 'https://platform.moonshot.cn/console/api-keys',
    models: ['kimi-k2.6', 'kimi-k3'],
    needsKey: true,
    server: 'hosted',
    fixedCorsHeaders: true,
    otherRegion: 'https://api.moonshot.ai/v1',
  },
  {
    id: 'zhipu',
    name: 'Zhipu GLM',
    baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
    keyPage: 'https://open.bigmodel.cn/usercenter/apikeys',
    models: ['glm-5.2', 'glm-5.3-flash', 'glm-4.5-air'],
    needsKey: true,
    server: 'hosted',
    otherRegion: 'https://api.z.ai/api/paas/v4',
  },
  {
    id: 'mistral',
    name: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    keyPage: 'https://console.mistral.ai/api-keys',
    models: ['mistral-medium-latest', 'mistral-small-latest', 'mistral-large-latest'],
    needsKey: true,
    server: 'hosted',
    fixedCorsHeaders: true,
  },
  {
    id: 'groq',
    name: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyPage: 'https://console.groq.com/keys',
    models: ['openai/gpt-oss-120b', 'openai/gpt-oss-20b', 'qwen/qwen3-32b'],
    needsKey: true,
    server: 'hosted',
    keyPrefix: 'gsk_',
  },
  {
    id: 'xai',
    name: 'xAI',
    baseUrl: 'https://api.x.ai/v1',
    keyPage: 'https://console.x.ai',
    models: ['grok-4.5', 'grok-4.3'],
    needsKey: true,
    server: 'hosted',
    keyPrefix: 'xai-',
  },
  {
    id: 'ollama',
    name: 'Ollama',
    baseUrl: 'http://localhost:11434/v1',
    keyPage: '',
    models: ['qwen3:8b', 'llama3.2'],
    needsKey: false,
    server: 'ollama',
  },
  {
    id: 'lmstudio',
    name: 'LM Studio',
    baseUrl: 'http://localhost:1234/v1',
    keyPage: '',
    models: [],
    needsKey: false,
    server: 'lmstudio',
  },
  {
    id: 'llamacpp',
    name: 'llama.cpp server',
    baseUrl: 'http://localhost:8080/v1',
    keyPage: '',
    models: ['default'],
    needsKey: false,
    server: 'llamacpp',
  },
  {
    id: 'vllm',
    name: 'vLLM',
    baseUrl: 'http://localhost:8000/v1',
    keyPage: '',
    models: [],
    needsKey: false,
    server: 'vllm',
  },
  {
    id: 'custom',
    name: '',
    baseUrl: '',
    keyPage: '',
    models: [],
    needsKey: false,
    server: 'custom',
  },
];
