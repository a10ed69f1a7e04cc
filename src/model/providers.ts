import type { ApiName } from '../records/profile.ts';

export interface Provider {
  id: string;
  name: string;
  /** The name on a Chinese page, which offers the providers of mainland China first; absent for all others. */
  chineseName?: string;
  baseUrl: string;
  /** The page where a person gets a key; empty if none is needed. */
  keyPage: string;
  /** Suggested models, the default first. */
  models: string[];
  needsKey: boolean;
  /** The API through which its models work best; absent: chat completions. */
  api?: ApiName;
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
    api: 'responses',
  },
  {
    id: 'anthropic',
    name: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keyPage: 'https://platform.claude.com/settings/keys',
    models: ['claude-sonnet-5', 'claude-haiku-4-5', 'claude-opus-5'],
    needsKey: true,
    api: 'messages',
  },
  {
    id: 'gemini',
    name: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyPage: 'https://aistudio.google.com/apikey',
    models: ['gemini-3.8-flash', 'gemini-3.6-flash', 'gemini-3.5-flash-lite'],
    needsKey: true,
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyPage: 'https://openrouter.ai/settings/keys',
    models: ['openai/gpt-5-mini', 'anthropic/claude-sonnet-5', 'google/gemini-3.5-flash'],
    needsKey: true,
  },
  {
    id: 'deepseek',
    name: 'DeepSeek',
    chineseName: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    keyPage: 'https://platform.deepseek.com/api_keys',
    models: ['deepseek-v4-flash', 'deepseek-v4-pro'],
    needsKey: true,
  },
  {
    id: 'qwen',
    name: 'Qwen (DashScope)',
    chineseName: '通义千问（阿里云百炼）',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    keyPage: 'https://bailian.console.aliyun.com/?tab=model#/api-key',
    models: ['qwen-plus', 'qwen-flash', 'qwen3-max'],
    needsKey: true,
  },
  {
    id: 'moonshot',
    name: 'Moonshot Kimi',
    chineseName: '月之暗面 Kimi',
    baseUrl: 'https://api.moonshot.cn/v1',
    keyPage: 'https://platform.moonshot.cn/console/api-keys',
    models: ['kimi-k2.6', 'kimi-k3'],
    needsKey: true,
  },
  {
    id: 'zhipu',
    name: 'Zhipu GLM',
    chineseName: '智谱 GLM',
    baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
    keyPage: 'https://open.bigmodel.cn/usercenter/apikeys',
    models: ['glm-5.2', 'glm-5.3-flash', 'glm-4.5-air'],
    needsKey: true,
  },
  {
    id: 'mistral',
    name: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    keyPage: 'https://console.mistral.ai/api-keys',
    models: ['mistral-medium-latest', 'mistral-small-latest', 'mistral-large-latest'],
    needsKey: true,
  },
  {
    id: 'groq',
    name: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyPage: 'https://console.groq.com/keys',
    models: ['openai/gpt-oss-120b', 'openai/gpt-oss-20b', 'qwen/qwen3-32b'],
    needsKey: true,
  },
  {
    id: 'xai',
    name: 'xAI',
    baseUrl: 'https://api.x.ai/v1',
    keyPage: 'https://console.x.ai',
    models: ['grok-4.5', 'grok-4.3'],
    needsKey: true,
  },
  {
    id: 'ollama',
    name: 'Ollama',
    baseUrl: 'http://localhost:11434/v1',
    keyPage: '',
    models: ['qwen3:8b', 'llama3.2'],
    needsKey: false,
  },
  {
    id: 'lmstudio',
    name: 'LM Studio',
    baseUrl: 'http://localhost:1234/v1',
    keyPage: '',
    models: [],
    needsKey: false,
  },
  {
    id: 'llamacpp',
    name: 'llama.cpp server',
    baseUrl: 'http://localhost:8080/v1',
    keyPage: '',
    models: ['default'],
    needsKey: false,
  },
  {
    id: 'vllm',
    name: 'vLLM',
    baseUrl: 'http://localhost:8000/v1',
    keyPage: '',
    models: [],
    needsKey: false,
  },
  {
    id: 'custom',
    name: '',
    baseUrl: '',
    keyPage: '',
    models: [],
    needsKey: false,
  },
];
