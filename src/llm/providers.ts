/** How a page reaches this provider, as a code for a text: what to do when the browser refuses (R11.2). */
export type CorsNote =
  'cors.hosted' | 'cors.hidden_auth' | 'cors.ollama' | 'cors.lmstudio' | 'cors.llamacpp' | 'cors.vllm' | 'cors.custom';

export interface Provider {
  id: string;
  name: string;
  baseUrl: string;
  /** Where a person gets a key; empty where none is needed. */
  keyPage: string;
  /** Suggestions, the default first. */
  models: string[];
  needsKey: boolean;
  cors: CorsNote;
  /** Headers that the provider asks of requests that come from a page. */
  headers?: Record<string, string>;
}

/** The presets of R11.1. */
export const providers: readonly Provider[] = [
  {
    id: 'openai',
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    keyPage: 'https://platform.openai.com/api-keys',
    models: ['gpt-5-mini', 'gpt-5', 'gpt-4.1-mini'],
    needsKey: true,
    cors: 'cors.hidden_auth',
  },
  {
    id: 'anthropic',
    name: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keyPage: 'https://console.anthropic.com/settings/keys',
    models: ['claude-sonnet-4-6', 'claude-haiku-4-5'],
    needsKey: true,
    cors: 'cors.hosted',
    headers: { 'anthropic-dangerous-direct-browser-access': 'true' },
  },
  {
    id: 'gemini',
    name: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyPage: 'https://aistudio.google.com/apikey',
    models: ['gemini-2.5-flash', 'gemini-2.5-pro'],
    needsKey: true,
    cors: 'cors.hosted',
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyPage: 'https://openrouter.ai/settings/keys',
    models: ['openai/gpt-5-mini', 'anthropic/claude-sonnet-4.6', 'google/gemini-2.5-flash'],
    needsKey: true,
    cors: 'cors.hosted',
  },
  {
    id: 'deepseek',
    name: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    keyPage: 'https://platform.deepseek.com/api_keys',
    models: ['deepseek-chat', 'deepseek-reasoner'],
    needsKey: true,
    cors: 'cors.hosted',
  },
  {
    id: 'qwen',
    name: 'Qwen (DashScope)',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    keyPage: 'https://bailian.console.aliyun.com/?tab=model#/api-key',
    models: ['qwen-plus', 'qwen-max', 'qwen-turbo'],
    needsKey: true,
    cors: 'cors.hosted',
  },
  {
    id: 'moonshot',
    name: 'Moonshot Kimi',
    baseUrl: 'https://api.moonshot.cn/v1',
    keyPage: 'https://platform.moonshot.cn/console/api-keys',
    models: ['kimi-latest', 'moonshot-v1-32k'],
    needsKey: true,
    cors: 'cors.hosted',
  },
  {
    id: 'zhipu',
    name: 'Zhipu GLM',
    baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
    keyPage: 'https://open.bigmodel.cn/usercenter/apikeys',
    models: ['glm-4.6', 'glm-4.5-air'],
    needsKey: true,
    cors: 'cors.hosted',
  },
  {
    id: 'mistral',
    name: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    keyPage: 'https://console.mistral.ai/api-keys',
    models: ['mistral-medium-latest', 'mistral-small-latest'],
    needsKey: true,
    cors: 'cors.hosted',
  },
  {
    id: 'groq',
    name: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyPage: 'https://console.groq.com/keys',
    models: ['openai/gpt-oss-120b', 'llama-3.3-70b-versatile'],
    needsKey: true,
    cors: 'cors.hosted',
  },
  {
    id: 'xai',
    name: 'xAI',
    baseUrl: 'https://api.x.ai/v1',
    keyPage: 'https://console.x.ai',
    models: ['grok-4-fast', 'grok-4'],
    needsKey: true,
    cors: 'cors.hosted',
  },
  {
    id: 'ollama',
    name: 'Ollama',
    baseUrl: 'http://localhost:11434/v1',
    keyPage: '',
    models: ['qwen3:8b', 'llama3.2'],
    needsKey: false,
    cors: 'cors.ollama',
  },
  {
    id: 'lmstudio',
    name: 'LM Studio',
    baseUrl: 'http://localhost:1234/v1',
    keyPage: '',
    models: [],
    needsKey: false,
    cors: 'cors.lmstudio',
  },
  {
    id: 'llamacpp',
    name: 'llama.cpp server',
    baseUrl: 'http://localhost:8080/v1',
    keyPage: '',
    models: ['default'],
    needsKey: false,
    cors: 'cors.llamacpp',
  },
  {
    id: 'vllm',
    name: 'vLLM',
    baseUrl: 'http://localhost:8000/v1',
    keyPage: '',
    models: [],
    needsKey: false,
    cors: 'cors.vllm',
  },
  {
    id: 'custom',
    name: 'Custom',
    baseUrl: '',
    keyPage: '',
    models: [],
    needsKey: false,
    cors: 'cors.custom',
  },
];
